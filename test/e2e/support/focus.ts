/** The keyboard focus: keys go there, so a test that presses one waits for it first. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export async function expectFocus(page: Page, on: Locator): Promise<void> {
  await expect.poll(() => on.and(page.locator(":focus")).count()).toBe(1);
}

/** The opened overlay has the focus, and handles keys. */
export async function expectFocusAbove(page: Page): Promise<void> {
  await expect.poll(() => page.locator("#floating :focus").count()).toBe(1);
}
