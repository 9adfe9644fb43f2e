/** Escape closes the detail; the keyboard goes back to the list that stands beside it. */
import { useCallback, useEffect } from "react";
import { useFleetdesk } from "../../store/store.ts";

const listOfPage = '[data-pane="page"] :is([data-pane-focus], [role="grid"][tabindex])';

/** Returns what the close button does. */
export function useCloseOnEscape(): () => void {
  const refine = useFleetdesk((state) => state.refine);
  const close = useCallback(() => {
    refine({ open: undefined, tab: undefined });
    document.querySelector<HTMLElement>(listOfPage)?.focus();
  }, [refine]);
  useEffect(() => {
    const closeOn = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || isTakenBy(event.target)) return;
      event.preventDefault();
      close();
    };
    window.addEventListener("keydown", closeOn);
    return () => window.removeEventListener("keydown", closeOn);
  }, [close]);
  return close;
}

/** What floats above the window, and a field that is typed into, have an Escape of their own. */
function isTakenBy(target: EventTarget | null): boolean {
  const floating = document.querySelectorAll<HTMLElement>('[role="dialog"], [role="menu"], [role="listbox"]');
  if ([...floating].some((element) => element.checkVisibility())) return true;
  return target instanceof HTMLElement && target.matches("input, textarea, select") && target.closest("aside") === null;
}
