/** Every page and every overlay, including the frame: no axe violations, in light and in dark. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { listViolations } from "../support/axe.ts";
import { expectSomeRows, listOf, shareBigFleet } from "../support/big-fleet.ts";

const fleet = shareBigFleet();

/** The page, and the heading that shows that it is loaded. */
const places: readonly (readonly [string, string])[] = [
  ["/fleet/endpoint", "Endpoints"],
  ["/fleet/sim", "SIMs"],
  ["/fleet/imsi", "IMSIs"],
  ["/fleet/organisation", "Organisations"],
  ["/fleet/user", "Users"],
  ["/fleet/tariff_plan", "Tariff plans"],
  ["/fleet/endpoint?filter=name:nobody", "Endpoints"],
  ["/fleet/endpoint?open=endpoint:70001", "Endpoints"],
  ["/changes/endpoint", t(($) => $.shell.pages.changes)],
  ["/doctor", t(($) => $.shell.pages.identifierCheck)],
  ["/events", "Events"],
  ["/events?of=endpoint&id=70002&severity=critical&period=24h", "Events"],
  ["/quotas", "Quotas"],
  ["/quotas/new", "Quotas"],
  ["/quotas/changes", "Quotas"],
  ["/streams", "Streams"],
  ["/streams?stream=new&step=target", "Streams"],
  ["/streams/callbacks", "Streams"],
  ["/settings/connections", "Settings"],
  ["/settings/general", "Settings"],
  ["/settings/keychain", "Settings"],
  ["/settings/about", "Settings"],
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
  ["the connection menu", async (page) => await page.getByRole("button", { name: /^Connection Acme/ }).click()],
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
    await expectSomeRows(
      listOf(
        page,
        t(($) => $.shell.collections.endpoint.many),
      ),
    );
    await listOf(
      page,
      t(($) => $.shell.collections.endpoint.many),
    ).focus();
    await open(page);
    await page.locator('#floating :is([role="dialog"], [role="menu"]):visible').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator('#floating :is([role="dialog"], [role="menu"]):visible').count()).toBe(0);
  });
});
