/** Accessibility of connecting: by keyboard only, at 200 % zoom, and without axe violations, in light and in dark. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { connectWithToken, expectFleet, deleteConnectionsLater, startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo } from "./look-up.ts";
import { listViolations, setTheme, themes } from "./support/axe.ts";
import { expectFocus } from "./support/focus.ts";

const shared = shareInFile(async () => ({ ...(await launchFleetdesk()), service: await startService() }));

/** The first screen, restored after the test. */
function firstScreen(): { readonly page: Page; readonly service: Service } {
  const { page, service } = shared();
  deleteConnectionsLater(page);
  return { page, service };
}

/** Of the page, or of its overlays; the frame has its own tests. */
async function flaws(page: Page): Promise<readonly string[]> {
  return await listViolations(page, (await page.getByRole("dialog").count()) === 0 ? "main" : "[role=dialog]");
}

test("axe finds no violations during sign-in and in the settings, in light and in dark", async () => {
  const { page, service } = firstScreen();
  const flawsByView = new Map<string, readonly string[]>();
  const look = async (name: string): Promise<void> => {
    for (const theme of themes) {
      await setTheme(page, theme);
      flawsByView.set(`${name}, ${theme}`, await flaws(page));
    }
  };

  await page.getByRole("heading", { name: t(($) => $.connections.firstRun.title) }).waitFor();
  await look("first run");
  await page.getByRole("button", { name: t(($) => $.connections.firstRun.connect) }).click();
  await page.getByRole("button", { name: t(($) => $.connections.options.advanced) }).click();
  await page
    .getByText(
      t(($) => $.connections.fields.userPassword),
      { exact: true },
    )
    .click();
  await page.getByRole("button", { name: t(($) => $.connections.form.connect), exact: true }).click();
  await page.getByText(t(($) => $.connections.validation.passwordMissing)).waitFor();
  await look("the form with mistakes");
  await page
    .getByText(
      t(($) => $.connections.fields.applicationToken),
      { exact: true },
    )
    .first()
    .click();
  await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("Given up");
  await page.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  // A cancelled dialog does not reappear.
  await page.getByRole("button", { name: t(($) => $.connections.firstRun.connect) }).click();
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).inputValue())
    .not.toBe("Given up");
  await page.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  await connectWithToken(page, service);
  await goTo(page, "/settings/connections");
  await page.getByRole("button", { name: t(($) => $.connections.test.run) }).click();
  await page.getByRole("list", { name: t(($) => $.connections.test.steps) }).waitFor();
  await look("connections");
  await goTo(page, "/settings/connections?part=options");
  await page.getByRole("heading", { name: t(($) => $.connections.options.title) }).waitFor();
  await look("options");
  await goTo(page, "/settings/connections?part=delete");
  await page.getByRole("dialog").waitFor();
  await look("delete");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  for (const [section, heading] of [
    ["general", t(($) => $.settings.general.appearance)],
    ["keychain", t(($) => $.connections.keychain.title)],
    ["about", t(($) => $.settings.about.title)],
  ] as const) {
    await goTo(page, `/settings/${section}`);
    await page.getByRole("main").getByRole("heading", { name: heading, exact: true }).waitFor();
    await look(section);
  }
  expect(Object.fromEntries([...flawsByView].filter(([, list]) => list.length > 0))).toEqual({});
});

test("a first sign-in works with the keyboard only", async () => {
  const { page, service } = firstScreen();
  const begin = page.getByRole("button", { name: t(($) => $.connections.firstRun.connect) });
  await begin.focus();
  await expectFocus(page, begin);
  const { keyboard } = page;
  const isIn = (name: string): Promise<void> => expectFocus(page, page.getByRole("textbox", { name, exact: true }));
  await keyboard.press("Enter");
  await isIn(t(($) => $.common.name));
  await keyboard.insertText("Acme");
  await keyboard.press("Tab");
  await isIn(t(($) => $.connections.fields.baseUrl));
  await keyboard.press("ControlOrMeta+A");
  await keyboard.insertText(service.baseUrl);
  for (const control of [
    page.getByRole("radio", { name: t(($) => $.connections.environment.production) }),
    page.getByRole("combobox", { name: t(($) => $.connections.environment.colour) }),
    page.getByRole("switch", { name: t(($) => $.connections.environment.readOnly) }),
    page.getByRole("radio", { name: t(($) => $.connections.fields.applicationToken) }),
  ]) {
    await keyboard.press("Tab");
    await expectFocus(page, control);
  }
  await keyboard.press("Tab");
  await isIn(t(($) => $.connections.fields.applicationToken));
  await keyboard.insertText(service.applicationToken);
  await keyboard.press("Enter");
  await expectFleet(page);
});

test("at 200 % zoom nothing is truncated horizontally", async () => {
  const { page, service } = firstScreen();
  const size = await page.evaluate<{ width: number; height: number }>("({ width: innerWidth, height: innerHeight })");
  onTestFinished(() => page.setViewportSize(size));
  await page.setViewportSize({ width: 640, height: 400 });
  const overflow = `[...document.querySelectorAll("main, main *")].filter((one) => {
    const { overflowX } = getComputedStyle(one);
    return one.scrollWidth > one.clientWidth + 1 && (overflowX === "auto" || overflowX === "scroll");
  }).length`;
  await page.getByRole("button", { name: t(($) => $.connections.firstRun.connect) }).click();
  await page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).waitFor();
  await expect.poll(() => page.evaluate(overflow)).toBe(0);
  await page.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  await connectWithToken(page, service);
  for (const section of ["connections", "connections?part=options", "general", "keychain", "about"]) {
    await goTo(page, `/settings/${section}`);
    await page.getByRole("heading", { name: t(($) => $.settings.page.title) }).waitFor();
    await expect.poll(() => page.evaluate(overflow), { message: section }).toBe(0);
  }
});
