/** Handles Escape unless an overlay or a text field does. */
import { useEffect } from "react";
import { isEscapeHandled } from "./is-escape-handled.ts";

/** `onEscape` must be referentially stable. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || isEscapeHandled(event.target)) return;
      event.preventDefault();
      onEscape();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [onEscape]);
}

const listOfPage = '[data-pane="page"] :is([data-pane-focus], [role="grid"][tabindex])';

/** Focuses the list of the page, if there is one. */
export function focusList(): void {
  document.querySelector<HTMLElement>(listOfPage)?.focus();
}
