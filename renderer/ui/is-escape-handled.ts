/** Overlays and focused text fields handle Escape themselves. */
export function isEscapeHandled(target: EventTarget | null): boolean {
  const floating = document.querySelectorAll<HTMLElement>('[role="dialog"], [role="menu"], [role="listbox"]');
  if ([...floating].some((element) => element.checkVisibility())) return true;
  return target instanceof HTMLElement && target.matches("input, textarea, select") && target.closest("aside") === null;
}
