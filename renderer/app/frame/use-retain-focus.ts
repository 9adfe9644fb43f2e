/** A button that is disabled while busy loses focus to the body; restores its focus when it is enabled again. */
import { useEffect } from "react";

export function useRetainFocus(): void {
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
          if (document.activeElement === document.body) target.focus({ preventScroll: true });
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
