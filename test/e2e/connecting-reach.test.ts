/** Connecting for everybody: by keyboard alone, at 200 % zoom, and with nothing for axe to find, in light and in dark. */
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { connectWithToken, expectFleet, forgetLater, startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo } from "./look-up.ts";
import { findings, setTheme, themes } from "./support/axe.ts";
import { expectFocus } from "./support/focus.ts";

const shared = shareInFile(async () => ({ ...(await launchFleetdesk()), service: await startService() }));

/** The first screen, as it is again after the test. */
function firstScreen(): { readonly page: Page; readonly service: Service } {
  const { page, service } = shared();
  forgetLater(page);
  return { page, service };
}

/** Of the page itself, or of what floats above it; the frame around it has tests of its own. */
async function flaws(page: Page): Promise<readonly string[]> {
  return await findings(page, (await page.getByRole("dialog").count()) === 0 ? "main" : "[role=dialog]");
}

test("axe finds nothing on the way in and in the settings, in light and in dark", async () => {
  const { page, service } = firstScreen();
  const found = new Map<string, readonly string[]>();
  const look = async (name: string): Promise<void> => {
    for (const theme of themes) {
      await setTheme(page, theme);
      found.set(`${name}, ${theme}`, await flaws(page));
    }
  };

  await page.getByRole("heading", { name: "Welcome to Fleetdesk" }).waitFor();
  await look("first run");
  await page.getByRole("button", { name: "Connect…" }).click();
  await page.getByRole("button", { name: "Advanced options" }).click();
  await page.getByText("User name and password", { exact: true }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText("Enter the password.").waitFor();
  await look("the form with mistakes");
  await page.getByText("Application token", { exact: true }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Given up");
  await page.getByRole("button", { name: "Cancel" }).click();
  // What was cancelled does not come back.
  await page.getByRole("button", { name: "Connect…" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).not.toBe("Given up");
  await page.getByRole("button", { name: "Cancel" }).click();
  await connectWithToken(page, service);
  await goTo(page, "/settings/connections");
  await page.getByRole("button", { name: "Test the connection" }).click();
  await page.getByRole("list", { name: "Hops to the service" }).waitFor();
  await look("connections");
  await goTo(page, "/settings/connections?part=options");
  await page.getByRole("heading", { name: "Options" }).waitFor();
  await look("options");
  await goTo(page, "/settings/connections?part=forget");
  await page.getByRole("dialog").waitFor();
  await look("forget");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  for (const [section, heading] of [
    ["looks", "Looks"],
    ["keychain", "Where tokens are kept"],
    ["about", "Fleetdesk"],
  ] as const) {
    await goTo(page, `/settings/${section}`);
    await page.getByRole("main").getByRole("heading", { name: heading, exact: true }).waitFor();
    await look(section);
  }
  expect(Object.fromEntries([...found].filter(([, list]) => list.length > 0))).toEqual({});
});

test("a first sign-in needs the keyboard alone", async () => {
  const { page, service } = firstScreen();
  const begin = page.getByRole("button", { name: "Connect…" });
  await begin.focus();
  await expectFocus(page, begin);
  const { keyboard } = page;
  const isIn = (name: string): Promise<void> => expectFocus(page, page.getByRole("textbox", { name, exact: true }));
  await keyboard.press("Enter");
  await isIn("Name");
  await keyboard.insertText("Acme");
  await keyboard.press("Tab");
  await isIn("Base address");
  await keyboard.press("ControlOrMeta+A");
  await keyboard.insertText(service.baseUrl);
  await keyboard.press("Tab");
  await expectFocus(page, page.getByRole("radio", { name: "Application token" }));
  await keyboard.press("Tab");
  await isIn("Application token");
  await keyboard.insertText(service.applicationToken);
  await keyboard.press("Enter");
  await expectFleet(page);
});

test("at 200 % zoom nothing is cut off sideways", async () => {
  const { page, service } = firstScreen();
  const size = await page.evaluate<{ width: number; height: number }>("({ width: innerWidth, height: innerHeight })");
  onTestFinished(() => page.setViewportSize(size));
  await page.setViewportSize({ width: 640, height: 400 });
  const overflow = `[...document.querySelectorAll("main, main *")].filter((one) => {
    const { overflowX } = getComputedStyle(one);
    return one.scrollWidth > one.clientWidth + 1 && (overflowX === "auto" || overflowX === "scroll");
  }).length`;
  await page.getByRole("button", { name: "Connect…" }).click();
  await page.getByRole("textbox", { name: "Base address" }).waitFor();
  await expect.poll(() => page.evaluate(overflow)).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await connectWithToken(page, service);
  for (const section of ["connections", "connections?part=options", "looks", "keychain", "about"]) {
    await goTo(page, `/settings/${section}`);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await expect.poll(() => page.evaluate(overflow), { message: section }).toBe(0);
  }
});
