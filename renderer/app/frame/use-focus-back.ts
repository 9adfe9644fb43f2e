/** Restores focus to the element that had it before an overlay opened. */
import { useEffect, useRef } from "react";

export function useFocusBack(covered: boolean): void {
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
      if (current instanceof HTMLElement && current.isConnected && document.activeElement === document.body)
        current.focus();
    });
  }, [covered]);
}
