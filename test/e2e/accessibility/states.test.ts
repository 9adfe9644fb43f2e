/** What a page becomes while it is worked with: menus, questions, failures, rows. axe finds nothing there either, frame included. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { findingsInBoth, nothing } from "../support/axe.ts";
import { expectRows, expectSomeRows, listOf } from "../support/big-fleet.ts";
import { shareCableFleet } from "../support/cable-fleet.ts";

const fleet = shareCableFleet();

const endpoints = (page: Page): ReturnType<typeof listOf> =>
  listOf(
    page,
    t(($) => $.shell.collections.endpoint.many),
  );
const press = async (page: Page, name: string | RegExp): Promise<void> =>
  await page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Text that was typed survives a change of the page, so it is forgotten by a reload after the test. */
async function type(page: Page, role: "combobox" | "textbox", name: string, text: string): Promise<void> {
  onTestFinished(async () => void (await page.reload()));
  await page.getByRole(role, { name }).fill(text);
}

/** Few rows: what is looked for stands above them. */
const narrow = "/fleet/endpoint?filter=name:*lyon*";

beforeEach(async () => {
  const { page } = fleet();
  await goTo(page, "/settings/about");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.settings), level: 1 }).waitFor();
});

afterEach(async () => {
  const { desktop, wire } = fleet();
  wire.mend();
  await desktop.setOnline(true);
});

/** A name, where it is, and what a person does there until the state stands. */
const states: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  [
    "what a filter offers",
    narrow,
    async (page) => {
      await type(page, "combobox", "Filter", "s");
      await page.getByRole("option").first().waitFor();
    },
  ],
  [
    "a filter with a mistake in it",
    narrow,
    async (page) => {
      await type(page, "combobox", "Filter", "colour:red");
      await page.locator('input[aria-invalid="true"]').waitFor();
      // An open box of the filter says what is wrong.
      await page
        .getByText(/colour/)
        .first()
        .waitFor();
    },
  ],
  [
    "the menu of a column's head",
    narrow,
    async (page) => {
      await expectSomeRows(endpoints(page));
      await endpoints(page)
        .getByRole("button", { name: t(($) => $.shell.table.columnMenu, { column: "Status" }) })
        .click();
      await page.getByRole("menu").waitFor();
    },
  ],
  [
    "the menu of a cell",
    narrow,
    async (page) => {
      await expectSomeRows(endpoints(page));
      await endpoints(page).getByRole("gridcell").nth(3).click({ button: "right" });
      await page.getByRole("menu").waitFor();
    },
  ],
  [
    "rows that are chosen and about to be an audience",
    narrow,
    async (page) => {
      await expectSomeRows(endpoints(page));
      await endpoints(page).focus();
      await page.keyboard.press("ControlOrMeta+A");
      await press(
        page,
        t(($) => $.fleet.audiences.saveAs),
      );
      await page.getByRole("textbox", { name: t(($) => $.fleet.audiences.name) }).waitFor();
    },
  ],
  [
    "a view that is about to be saved",
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
    "the copy compared with the service",
    narrow,
    async (page) => {
      await expectSomeRows(endpoints(page));
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
    "rows of the service",
    narrow,
    async (page) => {
      await expectSomeRows(endpoints(page));
      await press(
        page,
        t(($) => $.fleet.service.menu),
      );
      await page.getByRole("menuitem", { name: t(($) => $.fleet.service.runLive) }).click();
      await page.getByText(t(($) => $.fleet.live.title)).waitFor();
    },
  ],
  [
    "what happened to an endpoint",
    `${narrow}&open=endpoint:70001&tab=history`,
    async (page) =>
      await page
        .getByRole("tabpanel")
        .getByText(
          t(($) => $.shell.recordStatus.disabled),
          { exact: true },
        )
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
    "changes, and one of them open",
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
    "verdicts by row, about to be an audience",
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
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).waitFor();
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
    "the hops of a test",
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
    "options",
    "/settings/connections?part=options",
    async (page) =>
      await page.getByRole("textbox", { name: t(($) => $.connections.options.ceilingRequests) }).waitFor(),
  ],
  [
    "a new connection",
    "/settings/connections?part=new",
    async (page) => await page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).waitFor(),
  ],
  ["forgetting", "/settings/connections?part=forget", async (page) => await page.getByRole("dialog").waitFor()],
  [
    "where tokens may be kept",
    "/settings/keychain",
    async (page) =>
      await press(
        page,
        t(($) => $.connections.keychain.change),
      ),
  ],
];

test.each(states)("axe finds nothing in %s", async (_name, place, act) => {
  const { page } = fleet();
  await goTo(page, place);
  await act(page);
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("axe finds nothing in a list without a network, nor in the message that a sync is not possible", async () => {
  const { page, desktop, wire } = fleet();
  await goTo(page, narrow);
  wire.cut();
  await desktop.setOnline(false);
  await page
    .getByRole("banner")
    .getByText(t(($) => $.shell.reachability.offline, { reason: "" }))
    .waitFor();
  await press(page, "Sync");
  await page
    .getByText(t(($) => $.shell.commandFailed, { command: "" }))
    .first()
    .waitFor();
  // The pointer stays on what it has pressed.
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("axe finds nothing in a list that was never synchronised, nor in a window that is signed out", async () => {
  const { page, service } = fleet();
  const { applicationToken } = service;
  const other = { name: "Other", baseUrl: service.baseUrl, secret: { applicationToken } };
  await callCore(page, "connections.connect", other);
  await goTo(page, "/fleet/endpoint");
  await page.getByRole("heading", { name: t(($) => $.fleet.list.neverSynced) }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await callCore(page, "session.signOut", {});
  await goTo(page, "/settings/connections");
  await page
    .getByRole("region", { name: t(($) => $.connections.session.title) })
    .getByText(t(($) => $.connections.session.reason.signedOut))
    .waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});
