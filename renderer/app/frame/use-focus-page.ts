/** Focuses a page after navigation if no element has focus, so that its keys work immediately. */
import { useEffect } from "react";
import { useFleetdesk } from "../store/store.ts";

/** Pages load when first opened, and lists appear with their first rows: how long to wait for a focusable element. */
const searchTimeoutMs = 3000;

export function useFocusPage(): void {
  useEffect(() => {
    let frame = 0;
    const find = (): void => {
      cancelAnimationFrame(frame);
      const until = performance.now() + searchTimeoutMs;
      const focusWhenMounted = (): void => {
        // The operator has focused another element.
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const target = document.querySelector<HTMLElement>('[data-pane="page"] [data-pane-focus]');
        if (target !== null) target.focus({ preventScroll: true });
        else if (performance.now() < until) frame = requestAnimationFrame(focusWhenMounted);
      };
      frame = requestAnimationFrame(focusWhenMounted);
    };
    find();
    const unsubscribe = useFleetdesk.subscribe(({ address }, before) => {
      if (address.path.join("/") !== before.address.path.join("/")) find();
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, []);
}
