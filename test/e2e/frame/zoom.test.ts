/** At 200 % zoom, or in a small window: nothing is truncated, and every action is reachable. */
import { t } from "#shared/texts/text.ts";
import type { CDPSession, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { goTo } from "../look-up.ts";
import { endpointList, expectSomeRows, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocusAbove } from "../support/focus.ts";
import { nextTo } from "../wizard.ts";

const fleet = shareBigFleet();

/** The page, and the buttons, tabs and fields that are needed there. */
const places: readonly (readonly [string, readonly string[]])[] = [
  [
    "/fleet/endpoint",
    [
      t(($) => $.fleet.sync.start),
      t(($) => $.fleet.columns.title),
      t(($) => $.common.export),
      t(($) => $.fleet.service.menu),
      t(($) => $.fleet.views.save),
      t(($) => $.shell.filter.label),
    ],
  ],
  [
    "/fleet/tariff_plan",
    [t(($) => $.fleet.sync.start), t(($) => $.fleet.columns.title), t(($) => $.shell.filter.label)],
  ],
  [
    "/fleet/endpoint?open=endpoint:70012",
    [
      t(($) => $.fleet.detail.close),
      t(($) => $.shell.detailTabs.overview),
      t(($) => $.shell.detailTabs.history),
      t(($) => $.shell.detailTabs.raw),
    ],
  ],
  ["/changes/endpoint", [t(($) => $.fleet.sync.now)]],
  ["/doctor", [t(($) => $.fleet.doctor.list), t(($) => $.fleet.doctor.openFile)]],
  [
    "/campaigns/new?step=audience",
    [
      t(($) => $.planning.list.openFile),
      t(($) => $.planning.add.addAll),
      t(($) => $.planning.suppression.manage),
      nextTo("text"),
    ],
  ],
  [
    "/campaigns/new?step=text",
    [
      t(($) => $.planning.fields.name),
      t(($) => $.planning.fields.text),
      t(($) => $.planning.reply.pattern),
      nextTo("safety"),
    ],
  ],
  ["/campaigns/new?step=safety", [t(($) => $.planning.page.saveAndClose), nextTo("review")]],
  ["/events", [t(($) => $.events.refresh), t(($) => $.common.export), t(($) => $.shell.filter.label)]],
  ["/quotas", [t(($) => $.quotas.head.bulkChange), t(($) => $.quotas.refresh.button), t(($) => $.quotas.filter.below)]],
  [
    "/quotas/new",
    [
      t(($) => $.quotas.plan.useAll),
      t(($) => $.quotas.form.remainingData),
      t(($) => $.quotas.form.inOneYear),
      t(($) => $.quotas.plan.preview),
    ],
  ],
  ["/quotas/changes", [t(($) => $.quotas.head.bulkChange), t(($) => $.quotas.head.overview)]],
  [
    "/fleet/endpoint?open=endpoint:70012&tab=quotas",
    [t(($) => $.quotas.refresh.button), t(($) => $.quotas.one.openData), t(($) => $.quotas.past.all)],
  ],
  [
    "/streams?stream=new",
    [
      t(($) => $.network.streams.list.new),
      t(($) => $.shell.commands.refreshStreams.title),
      t(($) => $.network.streams.page.callbacks),
      t(($) => $.network.streams.destination.restApi),
      t(($) => $.common.next),
    ],
  ],
  [
    "/streams?stream=new&step=target",
    [t(($) => $.network.streams.form.newUrl), t(($) => $.common.back), t(($) => $.common.next)],
  ],
  [
    "/streams/callbacks?callback=new",
    [
      t(($) => $.network.streams.callbacks.new),
      t(($) => $.network.streams.callbacks.url),
      t(($) => $.network.streams.callbacks.purpose),
      t(($) => $.network.streams.callbacks.create),
    ],
  ],
  [
    "/settings/connections",
    [
      t(($) => $.connections.list.new),
      t(($) => $.connections.test.run),
      t(($) => $.shell.commands.signOut.title),
      t(($) => $.connections.view.deleteMore),
    ],
  ],
  [
    "/settings/connections?part=new",
    [
      t(($) => $.common.name),
      t(($) => $.connections.fields.baseUrl),
      t(($) => $.connections.form.connect),
      t(($) => $.connections.test.run),
    ],
  ],
  ["/settings/general", [t(($) => $.settings.general.themeDark), t(($) => $.settings.general.densityComfortable)]],
  ["/settings/keychain", [t(($) => $.connections.keychain.change)]],
  ["/settings/data", [t(($) => $.settings.data.compact), t(($) => $.settings.data.import)]],
  ["/settings/diagnostics", [t(($) => $.settings.diagnostics.run), t(($) => $.settings.diagnostics.report.save)]],
  ["/settings/about", [t(($) => $.settings.about.copy)]],
];

/** Elements that extend beyond the window horizontally, and text that is truncated without an ellipsis. */
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

async function expectClickable(page: Page, name: string): Promise<void> {
  const roles = ["button", "tab", "radio", "textbox", "combobox", "link"] as const;
  const [first, ...rest] = roles.map((role) => page.getByRole(role, { name, exact: true }));
  const control = rest.reduce((one, other) => one.or(other), first ?? page.locator("none")).first();
  // A radio button is clicked by its label.
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
  test.each(places)("%s is complete, and its actions are reachable", async (place, actions) => {
    const { page } = fleet();
    const session = await magnify(page, width, height, scale);
    try {
      await goTo(page, place);
      await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
      for (const action of actions) await expectClickable(page, action);
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
        await expectSomeRows(endpointList(page));
        await endpointList(page).focus();
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
