/** The frame of every page: navigation, and its saved state. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { endpointList, expectSomeRows, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocus, expectFocusAbove } from "../support/focus.ts";

const fleet = shareBigFleet();

const hash = (page: Page): Promise<string> => page.evaluate<string>("location.hash");
const paneWithFocus = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement?.closest('[data-pane]')?.dataset.pane ?? 'none'");

async function toTheList(page: Page): Promise<void> {
  await goTo(page, "/fleet/endpoint");
  const list = endpointList(page);
  await expectSomeRows(list);
  await list.focus();
  await expectFocus(page, list);
}

async function fromPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill(text);
}

test("letters typed right after the palette's shortcut are in its field, however late it appears", async () => {
  const { page } = fleet();
  await toTheList(page);
  const [keyword = ""] = t(($) => $.shell.commands.goToIdentifierCheck.keywords).split(" ");
  // In one call, so that no field can get the focus in between.
  await page.evaluate(`{
    const press = (key, more) =>
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    press("k", { ctrlKey: true });
    for (const letter of ${JSON.stringify(keyword)}) press(letter);
  }`);
  const field = page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) });
  await expect.poll(() => field.inputValue()).toBe(keyword);
  await expectFocus(page, field);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.identifierCheck), level: 1 }).waitFor();
  // Enter counts as well.
  await page.evaluate(`{
    const press = (key, more) =>
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    press("k", { ctrlKey: true });
    for (const letter of ${JSON.stringify(t(($) => $.shell.pages.audit))}) press(letter);
    press("Enter");
  }`);
  await page.getByRole("heading", { name: t(($) => $.shell.pages.audit), level: 1 }).waitFor();
});

test("the palette runs a command and opens an endpoint", async () => {
  const { page } = fleet();
  await toTheList(page);
  const { items } = (await callCore(page, "fleet.list", { collection: "endpoint", limit: 5 })) as {
    readonly items: readonly { readonly id: string; readonly record: { readonly name: string } }[];
  };
  const target = items[3];
  await fromPalette(page, target?.record.name ?? "");
  await page
    .getByRole("button", { name: target?.record.name ?? "", exact: false })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: target?.record.name ?? "", level: 2 }).waitFor();

  await fromPalette(
    page,
    t(($) => $.shell.pages.identifierCheck),
  );
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.identifierCheck), level: 1 }).waitFor();
});

test("the palette sends to an endpoint by name, and offers that first the next time", async () => {
  const { page } = fleet();
  await toTheList(page);
  const { items } = (await callCore(page, "fleet.list", { collection: "endpoint", limit: 5 })) as {
    readonly items: readonly { readonly record: { readonly name: string } }[];
  };
  const name = items[2]?.record.name ?? "";
  const sendTo = t(($) => $.shell.rows.sendSmsTo, { name });
  await fromPalette(page, sendTo);
  await page.getByRole("button", { name: sendTo }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, level: 2 }).waitFor();
  const text = page.getByRole("textbox", { name: t(($) => $.messages.text) });
  await expectFocus(page, text);
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("dialog").getByRole("button").first().getByText(sendTo).waitFor();
  await page.keyboard.press("Escape");
});

test("Enter right after a change of the palette's text waits for the endpoints of that text", async () => {
  const { page } = fleet();
  await toTheList(page);
  const { items } = (await callCore(page, "fleet.list", { collection: "endpoint", limit: 5 })) as {
    readonly items: readonly { readonly record: { readonly name: string } }[];
  };
  const [former = "", name = ""] = items.slice(1).map(({ record }) => record.name);
  const sendTo = (to: string): string => t(($) => $.shell.rows.sendSmsTo, { name: to });
  await fromPalette(page, sendTo(former));
  await page.getByRole("button", { name: sendTo(former) }).waitFor();
  // In one call, after the input was rendered and before the cache answers.
  await page.evaluate(`(async () => {
    const field = document.activeElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(sendTo(name))});
    field.dispatchEvent(new Event("input", { bubbles: true }));
    for (let turn = 0; turn < 10; turn += 1) await undefined;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
  })()`);
  await page.getByRole("heading", { name, level: 2 }).waitFor();
});

test("a row has its actions by key, in its menu and in the toolbar", async () => {
  const { page } = fleet();
  await toTheList(page);
  await page.keyboard.press("j");
  const text = page.getByRole("textbox", { name: t(($) => $.messages.text) });
  await page.keyboard.press("m");
  await expectFocus(page, text);
  await toTheList(page);
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu");
  // A page may not read the clipboard.
  await page.evaluate("navigator.clipboard.writeText = async (text) => void (window.copied = text)");
  onTestFinished(() => page.evaluate("delete navigator.clipboard.writeText"));
  await menu.getByRole("menuitem", { name: t(($) => $.shell.rows.copyJson) }).click();
  await expect.poll(() => page.evaluate<string | undefined>("window.copied")).toBeDefined();
  const copied = await page.evaluate<string>("window.copied");
  expect(JSON.parse(copied)).toMatchObject({ name: expect.any(String) as string });
  const toolbar = page.getByRole("toolbar", { name: t(($) => $.shell.rows.toolbar) });
  // The library returns the focus some milliseconds after the menu has closed.
  await expectFocus(page, endpointList(page));
  await page.keyboard.press("ControlOrMeta+A");
  await expect
    .poll(() => toolbar.getByRole("button", { name: t(($) => $.shell.rows.sendSms) }).isDisabled())
    .toBe(true);
  await page.keyboard.press("Escape");
  await toolbar.getByRole("button", { name: t(($) => $.shell.rows.showEvents) }).click();
  await expect.poll(() => hash(page)).toMatch(/^#\/events\?.*of=endpoint/);
});

test("F6 moves from pane to pane and back", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint?open=endpoint:70001");
  await page
    .getByRole("complementary", { name: t(($) => $.common.details) })
    .getByRole("heading", { level: 2 })
    .waitFor();
  await page.getByRole("grid", { name: t(($) => $.shell.collections.endpoint.many) }).focus();
  await expect.poll(() => paneWithFocus(page)).toBe("page");
  // The bar of running work has “Stop all sending”, also if nothing runs.
  for (const pane of ["detail", "work", "rail", "top", "page"]) {
    await page.keyboard.press("F6");
    await expect.poll(() => paneWithFocus(page)).toBe(pane);
  }
  await page.keyboard.press("Shift+F6");
  await expect.poll(() => paneWithFocus(page)).toBe("top");
});

test("the cheat sheet lists the keys and returns the focus", async () => {
  const { page } = fleet();
  await toTheList(page);
  await page.keyboard.press("Shift+?");
  const sheet = page.getByRole("dialog", { name: t(($) => $.shell.commands.showShortcuts.title) });
  await sheet.getByText(t(($) => $.shell.commands.syncFleet.title)).waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => sheet.count()).toBe(0);
  await expect
    .poll(() => page.evaluate("document.activeElement?.ariaLabel"))
    .toBe(t(($) => $.shell.collections.endpoint.many));
});

test("a page that was opened handles keys immediately", async () => {
  const { page } = fleet();
  await goTo(page, "/doctor");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.identifierCheck), level: 1 }).waitFor();
  await page.keyboard.press("ControlOrMeta+1");
  await expect
    .poll(() => page.evaluate("document.activeElement?.ariaLabel"))
    .toBe(t(($) => $.shell.collections.endpoint.many));
  await page.keyboard.press("Enter");
  await expect.poll(() => hash(page)).toContain("open=endpoint");
});

test("the rail is collapsed and the detail widened by keyboard, and both are saved", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint?open=endpoint:70001");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.waitFor();
  await page
    .getByText(
      t(($) => $.shell.product),
      { exact: true },
    )
    .waitFor();
  const width = async (): Promise<number> => (await detail.boundingBox())?.width ?? 0;
  const before = await width();
  await detail.getByRole("separator").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(width).toBe(before + 24);
  await page.getByRole("grid", { name: t(($) => $.shell.collections.endpoint.many) }).focus();
  await page.keyboard.press("ControlOrMeta+B");
  await expect
    .poll(() =>
      page
        .getByText(
          t(($) => $.shell.product),
          { exact: true },
        )
        .isVisible(),
    )
    .toBe(false);
  await expect
    .poll(() =>
      page
        .getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}( [\\d,]+)?$`) })
        .count(),
    )
    .toBe(1);
  await expect
    .poll(() => callCore(page, "settings.get", {}))
    .toMatchObject({ railCollapsed: true, detailWidth: before + 24 });
  await page.keyboard.press("ControlOrMeta+B");
  await page
    .getByText(
      t(($) => $.shell.product),
      { exact: true },
    )
    .waitFor();
});

test("one key switches between light and dark", async () => {
  const { page } = fleet();
  await callCore(page, "settings.set", { theme: "light" });
  await toTheList(page);
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+L");
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+L");
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
});

test("a finished sync is no longer shown as running", async () => {
  const { page } = fleet();
  await toTheList(page);
  await callCore(page, "fleet.sync", {});
  await page.getByText(t(($) => $.shell.work.none)).waitFor();
});

test.each([
  ["200 % zoom", 720, 450],
  ["a small window", 1024, 640],
])("with %s no page is truncated horizontally, and its actions are reachable", async (_name, width, height) => {
  const { page } = fleet();
  await page.setViewportSize({ width, height });
  const cutOff = `[...document.querySelectorAll("header, main, main *, footer, nav")].filter((one) => {
    const { overflowX } = getComputedStyle(one);
    const scrollsByItself = one.closest('[role="grid"], textarea') !== null;
    return !scrollsByItself && one.scrollWidth > one.clientWidth + 1 && (overflowX === "auto" || overflowX === "scroll");
  }).map((one) => one.outerHTML.slice(0, 120))`;
  for (const [place, action] of [
    ["/fleet/endpoint", t(($) => $.fleet.sync.start)],
    ["/fleet/endpoint?open=endpoint:70001", t(($) => $.fleet.detail.close)],
    ["/changes/endpoint", t(($) => $.fleet.sync.now)],
    ["/doctor", t(($) => $.fleet.doctor.check)],
    ["/settings/general", t(($) => $.settings.general.densityCompact)],
  ] as const) {
    await goTo(page, place);
    const control = page
      .getByRole("button", { name: action })
      .or(page.getByRole("radio", { name: action }))
      .first();
    await control.waitFor({ state: "attached" });
    await control.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(cutOff), { message: place }).toEqual([]);
    await expect
      .poll(() => page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), { message: place })
      .toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});
