/** Texts that are visible only for a moment, which may be over when a click is reported: the page itself looks for them. */
import type { Page } from "playwright-core";

/** Returns a function that resolves with whether an element that matches `selector` has contained the text since this call. */
export async function watchForText(page: Page, selector: string, text: string): Promise<() => Promise<boolean>> {
  const watch = await page.evaluateHandle<{ readonly hasAppeared: boolean }>(`(() => {
    const watch = { hasAppeared: false };
    const look = () => {
      const elements = [...document.querySelectorAll(${JSON.stringify(selector)})];
      watch.hasAppeared ||= elements.some(({ textContent }) => textContent.includes(${JSON.stringify(text)}));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return watch;
  })()`);
  return () => watch.evaluate(({ hasAppeared }) => hasAppeared);
}
