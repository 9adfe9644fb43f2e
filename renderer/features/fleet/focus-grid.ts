/** Returns focus to the list. */
export function focusGrid(): void {
  document.querySelector<HTMLElement>('[data-pane="page"] [role="grid"]')?.focus();
}
