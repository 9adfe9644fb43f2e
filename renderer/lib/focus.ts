/** The keyboard focus: where it goes after navigation, and when its element disappears. It is never on the body, where keys do nothing. */
const searchTimeoutMs = 3000;

export const focusable =
  '[role="grid"][tabindex], a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), summary, [tabindex="0"]';

/** No control has the focus; the page as a whole may have it. */
export function hasNoFocus(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches("main");
}

let frame = 0;

export interface FocusOptions {
  /** Also if another element has the focus. */
  readonly take?: boolean;
  /** Scrolls to the element. */
  readonly scroll?: boolean;
}

/**
 * Focuses an element that appears after navigation: pages load when first opened, and lists appear with their first rows. A later call
 * replaces an earlier one.
 */
export function focusWhenMounted(selector: string, { take = false, scroll = false }: FocusOptions = {}): () => void {
  cancelAnimationFrame(frame);
  const until = performance.now() + searchTimeoutMs;
  const attempt = (): void => {
    // The operator has focused another element.
    if (!take && !hasNoFocus()) return;
    const target = document.querySelector<HTMLElement>(selector);
    if (target !== null) target.focus({ preventScroll: !scroll });
    else if (performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(() => {
    attempt();
    if (document.activeElement === document.body) focusMain();
  });
  return () => cancelAnimationFrame(frame);
}

function focusMain(): void {
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

/** An element's parents, inside out, and its place in each. */
type Place = readonly { readonly parent: Element; readonly index: number }[];

export function placeOf(element: Element): Place {
  const parents: { parent: Element; index: number }[] = [];
  for (let child = element; child.parentElement !== null; child = child.parentElement)
    parents.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return parents;
}

/** After the element at this place disappeared: focuses what follows it, or precedes it, in the nearest parent that has a control. */
export function focusNear(place: Place): void {
  for (const { parent, index } of place) {
    if (!parent.isConnected || parent.closest("main") === null) continue;
    const children = [...parent.children];
    const control = [...children.slice(index), ...children.slice(0, index).toReversed()]
      .flatMap((child) => [...(child.matches(focusable) ? [child] : []), ...child.querySelectorAll(focusable)])
      .find((one) => one.checkVisibility());
    if (control instanceof HTMLElement) return control.focus({ preventScroll: true });
  }
  focusMain();
}
