/** What axe finds on the page once it has come to rest, frame and all that floats included. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "../look-up.ts";

/** What is waited for, and what still glides from one colour or place to another; what turns for ever is no movement to wait for. */
const unrest = `document.querySelectorAll("[aria-busy=true]").length + document.getAnimations()
  .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity).length`;

/** Waits until nothing on the page is busy and nothing moves. */
export async function expectRest(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(unrest)).toBe(0);
}

/** At rest, of the whole page or of a part of it. The shell has no second page to give, so it is looked at in one. */
export async function findings(page: Page, part?: string): Promise<readonly string[]> {
  await expectRest(page);
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

export type Theme = "light" | "dark";
export const themes: readonly Theme[] = ["light", "dark"];

export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await ask(page, "settings.set", { theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
}

/** The same state in both themes; the theme changes beneath it. */
export async function findingsInBoth(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const theme of themes) {
    await setTheme(page, theme);
    found[theme] = await findings(page);
  }
  return found;
}

export const nothing: Readonly<Record<Theme, readonly string[]>> = { light: [], dark: [] };
