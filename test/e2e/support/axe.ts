/** What axe finds on the page as it stands, frame and all that floats included. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "../look-up.ts";

/** Waits until nothing on the page is busy. The shell has no second page to give, so it is looked at in one. */
export async function findings(page: Page): Promise<readonly string[]> {
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
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
