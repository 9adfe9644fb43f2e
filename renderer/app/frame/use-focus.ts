/** Keeps the keyboard focus on a control: after navigation, after an overlay, and when its element is disabled or disappears. */
import { useEffect, useRef } from "react";
import { focusNear, focusWhenMounted, hasNoFocus, placeOf } from "../../lib/focus.ts";
import { useFleetdesk } from "../store/store.ts";

/** `covered`: an overlay is open. */
export function useFocus(covered: boolean): void {
  useFocusPage();
  useRetainFocus();
  useFocusBack(covered);
  useFocusNear();
}

/** Restores focus to the element that had it before an overlay opened. */
function useFocusBack(covered: boolean): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (covered) {
      before.current = document.activeElement;
      return;
    }
    const { current } = before;
    before.current = null;
    // After the overlay has closed; the page it navigated to may have taken focus already.
    requestAnimationFrame(() => {
      if (current instanceof HTMLElement && current.isConnected && hasNoFocus()) current.focus();
    });
  }, [covered]);
}

/** Focuses a page after navigation if no control has focus, so that its keys work immediately. */
function useFocusPage(): void {
  useEffect(() => {
    const find = (): (() => void) => focusWhenMounted('[data-pane="page"] [data-pane-focus]');
    let stop = find();
    const unsubscribe = useFleetdesk.subscribe(({ address }, before) => {
      if (address.path.join("/") !== before.address.path.join("/")) stop = find();
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, []);
}

/** A button that is disabled while busy loses focus to the body; restores its focus when it is enabled again. */
function useRetainFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let lost: HTMLElement | undefined;
    const remember = (event: FocusEvent): void => {
      focused = event.target instanceof Element ? event.target : null;
      lost = undefined;
    };
    // A press elsewhere means that the operator has moved on.
    const leave = (): void => void (lost = undefined);
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue;
        if (target.disabled) {
          if (target === focused) lost = target;
        } else if (target === lost) {
          lost = undefined;
          if (hasNoFocus()) target.focus({ preventScroll: true });
        }
      }
    });
    observer.observe(document.body, { attributes: true, attributeFilter: ["disabled"], subtree: true });
    document.addEventListener("focusin", remember);
    document.addEventListener("pointerdown", leave, true);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", leave, true);
    };
  }, []);
}

const floatingReturnsMs = 50;

/** An element that disappears with the focus leaves it to its neighbour, unless a page or an overlay takes it. */
function useFocusNear(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let place: ReturnType<typeof placeOf> = [];
    let isFloating = false;
    let frame = 0;
    let timer = 0;
    const stop = (): void => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.matches("main")) return;
      focused = target;
      isFloating = target.closest("[data-portal], #floating") !== null;
      if (!isFloating) place = placeOf(target);
    };
    const restore = (): void => {
      if (document.activeElement === document.body) focusNear(place);
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      stop();
      // Menus and dialogs return the focus themselves, some milliseconds after they have closed.
      if (isFloating) timer = window.setTimeout(restore, floatingReturnsMs);
      else frame = requestAnimationFrame(restore);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", remember);
    return () => {
      stop();
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}
