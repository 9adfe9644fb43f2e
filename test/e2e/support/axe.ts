/**
 * Accessibility violations of the idle page, by axe-core. Every rule runs in the light theme. The dark theme changes only colours, so only
 * the contrast is measured there.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { callCore } from "../look-up.ts";

/** Busy elements, and animations that end; endless ones are not waited for. */
const busyCount = `document.querySelectorAll("[aria-busy=true]").length + document.getAnimations()
  .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity).length`;

/** Waits until no element is busy and no animation runs. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(busyCount)).toBe(0);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export type Theme = "light" | "dark";
export const themes: readonly Theme[] = ["light", "dark"];

interface AxeViolation {
  readonly id: string;
  readonly elements: readonly string[];
}

/**
 * Violations as "rule: elements", of the whole page or of the elements that match a selector. axe-core is injected once per document;
 * without `resultTypes` it also describes every element that passed, which takes eight times as long.
 */
export async function listViolations(page: Page, part = ":root"): Promise<readonly string[]> {
  await waitUntilIdle(page);
  if ((await page.evaluate("typeof window.axe")) === "undefined") await page.evaluate(axeSource);
  const violations = await page.evaluate<readonly AxeViolation[]>(`(async () => {
    const dark = document.documentElement.dataset.mantineColorScheme === "dark";
    const rules = dark ? { runOnly: ["color-contrast"] } : {};
    const { violations } = await axe.run({ include: [${JSON.stringify(part)}] }, { resultTypes: ["violations"], ...rules });
    return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
  })()`);
  return violations.map(({ id, elements }) => `${id}: ${elements.join(" ")}`);
}

export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await callCore(page, "settings.set", { theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
}

/** The violations of the same page in both themes; the theme changes during the check and stays dark. */
export async function listViolationsInBothThemes(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const byTheme: Record<string, readonly string[]> = {};
  for (const theme of themes) {
    await setTheme(page, theme);
    byTheme[theme] = await listViolations(page);
  }
  return byTheme;
}

export const nothing: Readonly<Record<Theme, readonly string[]>> = { light: [], dark: [] };
