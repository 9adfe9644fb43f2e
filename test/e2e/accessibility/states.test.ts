/** States of a page during work: menus, dialogs, failures, rows. axe finds no violations there either, including the frame. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { listViolationsInBothThemes, nothing } from "../support/axe.ts";
import { endpointList, expectRows, expectSomeRows, listOf } from "../support/big-fleet.ts";
import { shareCableFleet } from "../support/cable-fleet.ts";

const fleet = shareCableFleet();

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  await page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Drafts survive a change of the page, so a reload after the test removes them. */
async function type(page: Page, role: "combobox" | "textbox", name: string, text: string): Promise<void> {
  onTestFinished(async () => void (await page.reload()));
  await page.getByRole(role, { name }).fill(text);
}

/** Few rows, so that the checked parts are visible above them. */
const narrow = "/fleet/endpoint?filter=name:*lyon*";

beforeEach(async () => {
  const { page } = fleet();
  await goTo(page, "/settings/about");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.settings), level: 1 }).waitFor();
});

afterEach(async () => {
  const { desktop, wire } = fleet();
  wire.reconnect();
  await desktop.setOnline(true);
});

/** A name, the page, and the steps to the state. */
const states: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  [
    "the suggestions of a filter",
    narrow,
    async (page) => {
      await type(
        page,
        "combobox",
        t(($) => $.shell.filter.label),
        "s",
      );
      await page.getByRole("option").first().waitFor();
    },
  ],
  [
    "an invalid filter",
    narrow,
    async (page) => {
      await type(
        page,
        "combobox",
        t(($) => $.shell.filter.label),
        "colour:red",
      );
      await page.locator('input[aria-invalid="true"]').waitFor();
      // The open box of the filter shows the error.
      await page
        .getByText(/colour/)
        .first()
        .waitFor();
    },
  ],
  [
    "the menu of a column header",
    narrow,
    async (page) => {
      await expectSomeRows(endpointList(page));
      await endpointList(page)
        .getByRole("button", { name: t(($) => $.shell.table.columnMenu, { column: t(($) => $.fleet.record.status) }) })
        .click();
      await page.getByRole("menu").waitFor();
    },
  ],
  [
    "the menu of a cell",
    narrow,
    async (page) => {
      await expectSomeRows(endpointList(page));
      await endpointList(page).getByRole("gridcell").nth(3).click({ button: "right" });
      await page.getByRole("menu").waitFor();
    },
  ],
  [
    "selected rows being saved as an audience",
    narrow,
    async (page) => {
      await expectSomeRows(endpointList(page));
      await endpointList(page).focus();
      await page.keyboard.press("ControlOrMeta+A");
      await press(
        page,
        t(($) => $.fleet.audiences.saveAs),
      );
      await page.getByRole("textbox", { name: t(($) => $.fleet.audiences.name) }).waitFor();
    },
  ],
  [
    "a view being saved",
    narrow,
    async (page) => {
      await press(
        page,
        t(($) => $.fleet.views.save),
      );
      await page.getByRole("textbox", { name: t(($) => $.fleet.views.name) }).waitFor();
    },
  ],
  [
    "the cache compared with the service",
    narrow,
    async (page) => {
      await expectSomeRows(endpointList(page));
      await press(
        page,
        t(($) => $.fleet.service.menu),
      );
      await page.getByRole("menuitem", { name: t(($) => $.fleet.service.verifyCache) }).click();
      const dialog = page.getByRole("dialog");
      const agree = dialog.getByText(t(($) => $.fleet.selfCheck.agree));
      await agree.or(dialog.getByText(t(($) => $.fleet.selfCheck.differ))).waitFor();
    },
  ],
  [
    "rows of a live query",
    narrow,
    async (page) => {
      await expectSomeRows(endpointList(page));
      await press(
        page,
        t(($) => $.fleet.service.menu),
      );
      await page.getByRole("menuitem", { name: t(($) => $.fleet.service.runLive) }).click();
      await page
        .getByText(
          t(($) => $.fleet.live.title),
          { exact: true },
        )
        .waitFor();
    },
  ],
  [
    "the history of an endpoint",
    `${narrow}&open=endpoint:70001&tab=history`,
    async (page) =>
      await page
        .getByRole("tabpanel")
        .getByText(
          t(($) => $.shell.recordStatus.disabled),
          { exact: true },
        )
        .first()
        .waitFor(),
  ],
  [
    "the raw record of a SIM",
    "/fleet/sim?filter=id:5000001,&open=sim:5000001&tab=raw",
    async (page) =>
      await press(
        page,
        t(($) => $.fleet.detail.copyJson),
      ),
  ],
  [
    "changes with an open record",
    "/changes/endpoint?open=endpoint:70002",
    async (page) =>
      await expectRows(
        listOf(
          page,
          t(($) => $.fleet.changes.title),
        ),
        3,
      ),
  ],
  [
    "verdicts by row being saved as an audience",
    "/doctor",
    async (page) => {
      await type(
        page,
        "textbox",
        t(($) => $.fleet.doctor.list),
        "70001\n8.9883E+18\n70001\nhello",
      );
      await press(
        page,
        t(($) => $.fleet.doctor.check),
      );
      await expectRows(
        listOf(
          page,
          t(($) => $.fleet.doctor.resultsByRow),
        ),
        4,
      );
      await press(
        page,
        t(($) => $.fleet.doctor.saveAudience),
      );
      await page
        .getByRole("dialog")
        .getByRole("textbox", { name: t(($) => $.common.name) })
        .waitFor();
    },
  ],
  [
    "verdicts by row",
    "/doctor",
    async (page) => {
      await type(
        page,
        "textbox",
        t(($) => $.fleet.doctor.list),
        "70001\n8.9883E+18\n70001\nhello",
      );
      await press(
        page,
        t(($) => $.fleet.doctor.check),
      );
      await expectRows(
        listOf(
          page,
          t(($) => $.fleet.doctor.resultsByRow),
        ),
        4,
      );
    },
  ],
  [
    "the hops of a connection test",
    "/settings/connections",
    async (page) => {
      await press(
        page,
        t(($) => $.connections.test.run),
      );
      await page.getByRole("list", { name: t(($) => $.connections.test.steps) }).waitFor();
    },
  ],
  [
    "connection options",
    "/settings/connections?part=options",
    async (page) =>
      await page.getByRole("textbox", { name: t(($) => $.connections.options.ceilingRequests) }).waitFor(),
  ],
  [
    "a new connection",
    "/settings/connections?part=new",
    async (page) => await page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).waitFor(),
  ],
  [
    "deleting a connection",
    "/settings/connections?part=delete",
    async (page) => await page.getByRole("dialog").waitFor(),
  ],
  [
    "the choice of a token storage",
    "/settings/keychain",
    async (page) =>
      await press(
        page,
        t(($) => $.connections.keychain.change),
      ),
  ],
];

test.each(states)("axe finds no violations in %s", async (_name, place, act) => {
  const { page } = fleet();
  await goTo(page, place);
  await act(page);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("axe finds no violations in a list without a network, nor in the message that a sync is not possible", async () => {
  const { page, desktop, wire } = fleet();
  await goTo(page, narrow);
  wire.disconnect();
  await desktop.setOnline(false);
  await page
    .getByRole("banner")
    .getByText(t(($) => $.shell.reachability.offline, { reason: "" }))
    .waitFor();
  await press(
    page,
    t(($) => $.fleet.sync.start),
  );
  await page
    .getByText(t(($) => $.shell.commandFailed, { command: "" }))
    .first()
    .waitFor();
  // The pointer stays on the pressed button.
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("axe finds no violations in a list that was never synchronised, nor in a window that is signed out", async () => {
  const { page, service } = fleet();
  const { applicationToken } = service;
  const other = { name: "Other", baseUrl: service.baseUrl, secret: { applicationToken } };
  // Otherwise an automatic sync may come first.
  await callCore(page, "settings.set", { sync: "manual" });
  await callCore(page, "connections.connect", other);
  await goTo(page, "/fleet/endpoint");
  await page.getByRole("heading", { name: t(($) => $.fleet.list.neverSynced) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await callCore(page, "session.signOut", {});
  await goTo(page, "/settings/connections");
  await page
    .getByRole("region", { name: t(($) => $.connections.session.title) })
    .getByText(t(($) => $.connections.session.reason.signedOut))
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});
