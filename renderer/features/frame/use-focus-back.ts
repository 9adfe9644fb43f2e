/** What had the focus before something covered the window has it again afterwards. */
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
    // Once what covered it is gone; a place that was chosen there may have taken the focus already.
    requestAnimationFrame(() => {
      if (current instanceof HTMLElement && current.isConnected && document.activeElement === document.body)
        current.focus();
    });
  }, [covered]);
}
