/** Puts the focus into a page that was just come to, when it would otherwise be nowhere, so that its keys work at once. */
import { useEffect } from "react";
import { useFleetdesk } from "../../store/store.ts";

/** Pages load when first opened, and lists appear with their first rows: this long it is looked for. */
const searchTimeoutMs = 3000;

export function useFocusPage(): void {
  useEffect(() => {
    let frame = 0;
    const find = (): void => {
      cancelAnimationFrame(frame);
      const until = performance.now() + searchTimeoutMs;
      const look = (): void => {
        // A person has put it somewhere.
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const target = document.querySelector<HTMLElement>('[data-pane="page"] [data-pane-focus]');
        if (target !== null) target.focus({ preventScroll: true });
        else if (performance.now() < until) frame = requestAnimationFrame(look);
      };
      frame = requestAnimationFrame(look);
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
