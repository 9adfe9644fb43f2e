/** Escape leads back to the record that a link led from, else closes the detail; the keyboard goes back to the list beside it. */
import { useCallback, useEffect } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { escapeIsTaken } from "../../ui/escape-is-taken.ts";
import { stepTo } from "./trail-slice.ts";

const listOfPage = '[data-pane="page"] :is([data-pane-focus], [role="grid"][tabindex])';

/** Returns what the close button does. */
export function useCloseOnEscape(): () => void {
  const refine = useFleetdesk((state) => state.refine);
  const forgetTrail = useFleetdesk((state) => state.forgetTrail);
  const close = useCallback(() => {
    forgetTrail();
    refine({ open: undefined, tab: undefined });
    document.querySelector<HTMLElement>(listOfPage)?.focus();
  }, [forgetTrail, refine]);
  useEffect(() => {
    const closeOn = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || escapeIsTaken(event.target)) return;
      event.preventDefault();
      const { trail, address } = useFleetdesk.getState();
      if (stepTo(trail, address.query["open"] ?? "") === undefined) close();
      else window.history.back();
    };
    window.addEventListener("keydown", closeOn);
    return () => window.removeEventListener("keydown", closeOn);
  }, [close]);
  return close;
}
