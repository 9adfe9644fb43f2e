/** Escape, where neither what floats nor a field of the page wants it. */
import { useEffect } from "react";
import { escapeIsTaken } from "./escape-is-taken.ts";

/** `onEscape` has to stay the same function between renders. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || escapeIsTaken(event.target)) return;
      event.preventDefault();
      onEscape();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [onEscape]);
}

const listOfPage = '[data-pane="page"] :is([data-pane-focus], [role="grid"][tabindex])';

/** Gives the keyboard to the list of the page, if there is one. */
export function focusList(): void {
  document.querySelector<HTMLElement>(listOfPage)?.focus();
}
