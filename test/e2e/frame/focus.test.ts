/** The keyboard focus never falls to the body, where keys do nothing: after navigation, and when its control disappears. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fieldInSentence } from "../../../renderer/lib/field-label.ts";
import { callCore, goTo } from "../look-up.ts";
import { endpointList, expectRows, expectSomeRows, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocus } from "../support/focus.ts";

const fleet = shareBigFleet();

/** Where the focus is once the window has painted twice. */
async function focusOf(page: Page): Promise<string> {
  return await page.evaluate<string>(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.activeElement.tagName))))`);
}

test.each([
  ["F1", "/help"],
  ["ControlOrMeta+1", "/fleet/endpoint"],
  ["ControlOrMeta+2", "/changes"],
  ["ControlOrMeta+3", "/doctor"],
  ["ControlOrMeta+4", "/messages"],
  ["ControlOrMeta+5", "/campaigns"],
  ["ControlOrMeta+6", "/events"],
  ["ControlOrMeta+7", "/quotas"],
  ["ControlOrMeta+8", "/network"],
  ["ControlOrMeta+9", "/streams"],
  ["ControlOrMeta+0", "/audit"],
  ["ControlOrMeta+,", "/settings"],
])("the page that %s opens has the focus", async (keys, address) => {
  const { page } = fleet();
  await page.keyboard.press(keys);
  await expect.poll(() => page.evaluate("location.hash")).toContain(`#${address}`);
  await page.locator('[data-pane="page"] h1').first().waitFor();
  expect(await focusOf(page)).not.toBe("BODY");
});

test("a removed condition leaves the focus to the next one, and a cleared filter to the field", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint?filter=status:0,id:70012");
  await expectRows(endpointList(page), 1);
  const bar = page.getByRole("search");
  const remove = bar.getByRole("button", {
    name: new RegExp(
      `^${t(($) => $.shell.filter.removeCondition, { condition: fieldInSentence("status") })}`.replaceAll(
        /[()[\]]/g,
        String.raw`\$&`,
      ),
    ),
  });
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => remove.count()).toBe(0);
  await expectFocus(page, bar.locator(":focus"));
  await bar.getByRole("button", { name: t(($) => $.shell.filter.clear) }).focus();
  await page.keyboard.press("Enter");
  await expectFocus(page, bar.getByRole("combobox", { name: t(($) => $.shell.filter.label) }));
  // Undo restores it.
  await page.getByRole("button", { name: t(($) => $.shell.undo.label), exact: true }).focus();
  await page.keyboard.press("Enter");
  await expectRows(endpointList(page), 1);
  expect(await focusOf(page)).not.toBe("BODY");
});

test("a deleted row leaves the focus to its neighbour, and its undo to the page", async () => {
  const { page } = fleet();
  for (const name of ["First", "Second", "Third"]) await callCore(page, "fleet.saveAudience", { name, ids: ["70001"] });
  await goTo(page, "/doctor");
  const remove = page.getByRole("button", { name: t(($) => $.fleet.audiences.delete, { name: "Second" }) });
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => remove.count()).toBe(0);
  await expectFocus(page, page.locator("main li :focus"));
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.restore) }).focus();
  await page.keyboard.press("Enter");
  await remove.waitFor();
  expect(await focusOf(page)).not.toBe("BODY");
});

test("closed details and dialogs return the focus to the page", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint");
  const list = endpointList(page);
  await expectSomeRows(list);
  await list.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("button", { name: t(($) => $.fleet.detail.close) }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => detail.count()).toBe(0);
  expect(await focusOf(page)).not.toBe("BODY");
  await page.keyboard.press("Shift+?");
  const shortcuts = page.getByRole("dialog", { name: t(($) => $.shell.commands.showShortcuts.title) });
  await shortcuts.getByRole("button", { name: t(($) => $.shell.pages.help) }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: t(($) => $.help.title), level: 1 }).waitFor();
  await expect.poll(() => shortcuts.count()).toBe(0);
  expect(await focusOf(page)).not.toBe("BODY");
});
