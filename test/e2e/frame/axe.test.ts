/** Every page and every overlay, including the frame: no axe violations, in light and in dark. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { listViolations } from "../support/axe.ts";
import { endpointList, expectSomeRows, shareBigFleet } from "../support/big-fleet.ts";

const fleet = shareBigFleet();

/** The page, and the heading that shows that it is loaded. */
const places: readonly (readonly [string, string])[] = [
  ["/overview", t(($) => $.overview.title)],
  ["/fleet/endpoint", t(($) => $.shell.collections.endpoint.many)],
  ["/fleet/sim", t(($) => $.shell.collections.sim.many)],
  ["/fleet/imsi", t(($) => $.shell.collections.imsi.many)],
  ["/fleet/organisation", t(($) => $.shell.collections.organisation.many)],
  ["/fleet/user", t(($) => $.shell.collections.user.many)],
  ["/fleet/tariff_plan", t(($) => $.shell.collections.tariffPlan.many)],
  ["/fleet/endpoint?filter=name:nobody", t(($) => $.shell.collections.endpoint.many)],
  ["/fleet/endpoint?open=endpoint:70001", t(($) => $.shell.collections.endpoint.many)],
  ["/changes/endpoint", t(($) => $.shell.pages.changes)],
  ["/doctor", t(($) => $.shell.pages.identifierCheck)],
  ["/events", t(($) => $.events.title)],
  ["/events?of=endpoint&id=70002&severity=critical&period=24h", t(($) => $.events.title)],
  ["/quotas", t(($) => $.quotas.title)],
  ["/quotas/new", t(($) => $.quotas.title)],
  ["/quotas/changes", t(($) => $.quotas.title)],
  ["/streams", t(($) => $.network.streams.page.title)],
  ["/streams?stream=new&step=target", t(($) => $.network.streams.page.title)],
  ["/streams/callbacks", t(($) => $.network.streams.page.title)],
  ["/help", t(($) => $.help.title)],
  ["/help/glossary", t(($) => $.help.title)],
  ["/help/shortcuts", t(($) => $.help.title)],
  ["/settings/connections", t(($) => $.settings.page.title)],
  ["/settings/general", t(($) => $.settings.page.title)],
  ["/settings/keychain", t(($) => $.settings.page.title)],
  ["/settings/data", t(($) => $.settings.page.title)],
  ["/settings/diagnostics", t(($) => $.settings.page.title)],
  ["/settings/about", t(($) => $.settings.page.title)],
];

/** What the operator opens from the list, and how. */
const overlays: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    "the column menu",
    async (page) => await page.getByRole("button", { name: t(($) => $.fleet.columns.title), exact: true }).click(),
  ],
  [
    "the export menu",
    async (page) => await page.getByRole("button", { name: t(($) => $.common.export), exact: true }).click(),
  ],
  [
    "the service menu",
    async (page) => await page.getByRole("button", { name: t(($) => $.fleet.service.menu), exact: true }).click(),
  ],
  [
    "the connection menu",
    async (page) =>
      await page
        .getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.common.connection))} Acme`) })
        .click(),
  ],
  [
    "the session menu",
    async (page) => await page.getByRole("button", { name: t(($) => $.shell.session.signedIn) }).click(),
  ],
  ["the palette", async (page) => await page.keyboard.press("ControlOrMeta+K")],
  ["the cheat sheet", async (page) => await page.keyboard.press("Shift+?")],
];

describe.each(["light", "dark"])("in the %s", (theme) => {
  test.each(places)("axe finds no violations at %s", async (place, heading) => {
    const { page } = fleet();
    await callCore(page, "settings.set", { theme });
    await goTo(page, place);
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  test.each(overlays)("axe finds no violations in %s", async (_name, open) => {
    const { page } = fleet();
    await callCore(page, "settings.set", { theme });
    await goTo(page, "/fleet/endpoint");
    await expectSomeRows(endpointList(page));
    await endpointList(page).focus();
    await open(page);
    await page.locator('#floating :is([role="dialog"], [role="menu"]):visible').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator('#floating :is([role="dialog"], [role="menu"]):visible').count()).toBe(0);
  });
});
