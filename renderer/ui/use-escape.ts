/** Handles Escape unless an overlay or a text field does. */
import { useEffect } from "react";

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

const overlay = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Overlays and focused text fields handle Escape themselves. */
function isEscapeHandled(target: EventTarget | null): boolean {
  // A dialog closes in the capture phase: it has left the page, with the target in it.
  if (target instanceof Element && target.closest(overlay) !== null) return true;
  const floating = document.querySelectorAll<HTMLElement>(overlay);
  if ([...floating].some((element) => element.checkVisibility())) return true;
  return target instanceof HTMLElement && target.matches("input, textarea, select") && target.closest("aside") === null;
}
