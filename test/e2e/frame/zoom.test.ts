/** Twice as large, or in a small window: nothing is cut off, and what can be done can still be reached. */
import type { CDPSession, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { goTo } from "../look-up.ts";
import { expectSomeRows, listOf, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocusAbove } from "../support/focus.ts";

const fleet = shareBigFleet();

/** Where it is, and the buttons, tabs and fields that a person needs there. */
const places: readonly (readonly [string, readonly string[]])[] = [
  ["/fleet/endpoint", ["Sync", "Columns", "Export", "Service", "Save view", "Filter"]],
  ["/fleet/tariff_plan", ["Sync", "Columns", "Filter"]],
  ["/fleet/endpoint?open=endpoint:70012", ["Close the detail", "About", "History", "Raw"]],
  ["/changes/endpoint", ["Sync now"]],
  ["/doctor", ["List", "Open a file"]],
  ["/campaigns/new?step=audience", ["Open a file…", "Add every endpoint", "Look or change…", "Next: Text"]],
  ["/campaigns/new?step=text", ["Name of the campaign", "Text of the SMS", "Expected answer", "Next: Safety"]],
  ["/campaigns/new?step=safety", ["Leave, and go on later", "Next: Review"]],
  ["/events", ["Read the newest", "Export", "Filter"]],
  ["/quotas", ["Change many…", "Ask again", "Below, per cent"]],
  ["/quotas/new", ["Take every endpoint", "Left from now on, MB", "in a year", "Read the old values"]],
  ["/quotas/changes", ["Change many…", "Overview"]],
  ["/fleet/endpoint?open=endpoint:70012&tab=quotas", ["Read again", "Change the data quota…", "All changes"]],
  ["/streams?stream=new", ["New data stream", "Ask the service", "API callbacks", "REST callback", "Next"]],
  ["/streams?stream=new&step=where", ["New URL", "Back", "Next"]],
  ["/streams/callbacks?callback=new", ["New API callback", "URL", "Purpose", "Create"]],
  ["/settings/connections", ["New connection", "Test the connection", "Sign out", "Forget…"]],
  ["/settings/connections?part=new", ["Name", "Base address", "Connect", "Test the connection"]],
  ["/settings/looks", ["Dark", "Comfortable"]],
  ["/settings/keychain", ["Change where tokens are kept…"]],
  ["/settings/about", ["Copy as text"]],
];

/** What stands out of the window sideways, and text that is cut without three dots to say so. */
const cutOff = `(() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('.visually-hidden, [aria-hidden="true"]') === null;
  const scrolls = (one) => { for (let up = one.parentElement; up !== null && up !== document.body; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth + 1) return true; return false; };
  const all = [...document.querySelectorAll("body *")].filter(shown);
  const out = all.filter((one) => { const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1) && !scrolls(one); });
  const cut = all.filter((one) => { const { overflowX, textOverflow } = getComputedStyle(one);
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    return text && /hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1; });
  const sideways = document.scrollingElement.scrollWidth > innerWidth ? ["the page itself scrolls sideways"] : [];
  return [...sideways, ...[...out, ...cut].map((one) => one.outerHTML.slice(0, 160))];
})()`;

async function reach(page: Page, name: string): Promise<void> {
  const roles = ["button", "tab", "radio", "textbox", "combobox", "link"] as const;
  const [first, ...others] = roles.map((role) => page.getByRole(role, { name, exact: true }));
  const control = others.reduce((one, other) => one.or(other), first ?? page.locator("none")).first();
  // A radio is pressed by its words.
  const target = (await control.getAttribute("type")) === "radio" ? page.getByText(name, { exact: true }) : control;
  await target.click({ trial: true });
}

async function magnify(page: Page, width: number, height: number, deviceScaleFactor: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: false });
  return session;
}

describe.each([
  ["200 % zoom", 720, 450, 2],
  ["a small window", 1024, 640, 1],
])("with %s", (_name, width, height, scale) => {
  test.each(places)("%s is whole, and its deeds can be reached", async (place, deeds) => {
    const { page } = fleet();
    const session = await magnify(page, width, height, scale);
    try {
      await goTo(page, place);
      await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
      for (const deed of deeds) await reach(page, deed);
      expect(await page.evaluate("[innerWidth, devicePixelRatio]")).toEqual([width, scale]);
      await expect.poll(() => page.evaluate(cutOff)).toEqual([]);
    } finally {
      await session.send("Emulation.clearDeviceMetricsOverride");
      await session.detach();
    }
  });

  test("the palette and the cheat sheet fit, and close", async () => {
    const { page } = fleet();
    const session = await magnify(page, width, height, scale);
    try {
      await goTo(page, "/fleet/endpoint");
      for (const keys of ["ControlOrMeta+K", "Shift+?"]) {
        await expectSomeRows(listOf(page, "Endpoints"));
        await listOf(page, "Endpoints").focus();
        await page.keyboard.press(keys);
        const dialog = page.getByRole("dialog");
        await dialog.waitFor();
        await expectFocusAbove(page);
        const fits = async (): Promise<boolean> => {
          const box = await dialog.boundingBox();
          return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        };
        await expect.poll(fits, { message: keys }).toBe(true);
        await page.keyboard.press("Escape");
        await expect.poll(() => dialog.count()).toBe(0);
      }
    } finally {
      await session.send("Emulation.clearDeviceMetricsOverride");
      await session.detach();
    }
  });
});
