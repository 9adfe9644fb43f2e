/** Focuses an element that appears after navigation: pages load when first opened, and lists appear with their first rows. */
const searchTimeoutMs = 3000;

let frame = 0;

/** A later call replaces an earlier one. With `take`, also if another element has the focus. */
export function focusWhenMounted(selector: string, { take = false }: { readonly take?: boolean } = {}): () => void {
  cancelAnimationFrame(frame);
  const until = performance.now() + searchTimeoutMs;
  const attempt = (): void => {
    // The operator has focused another element.
    if (!take && document.activeElement !== null && document.activeElement !== document.body) return;
    const target = document.querySelector<HTMLElement>(selector);
    if (target !== null) target.focus({ preventScroll: true });
    else if (performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
}
