/** Focuses an element that appears after navigation: pages load when first opened, and lists appear with their first rows. */
const searchTimeoutMs = 3000;

let frame = 0;

export interface FocusOptions {
  /** Also if another element has the focus. */
  readonly take?: boolean;
  /** Scrolls to the element. */
  readonly scroll?: boolean;
}

/** A later call replaces an earlier one. */
export function focusWhenMounted(selector: string, { take = false, scroll = false }: FocusOptions = {}): () => void {
  cancelAnimationFrame(frame);
  const until = performance.now() + searchTimeoutMs;
  const attempt = (): void => {
    // The operator has focused another element.
    if (!take && document.activeElement !== null && document.activeElement !== document.body) return;
    const target = document.querySelector<HTMLElement>(selector);
    if (target !== null) target.focus({ preventScroll: !scroll });
    else if (performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
}
