/** The history of a record: its events, its messages and its changes in one list, each with a link. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { reopenEvents, launchEvents } from "./events.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { listOf, mutate } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";
import { textPattern } from "../make/text-pattern.ts";

const shared = shareInFile(() => launchEvents("/fleet/endpoint"));

const event = t(($) => $.events.event);
const sms = t(($) => $.events.history.sms);
const change = t(($) => $.events.history.change);

const sources = async (page: Page): Promise<readonly string[]> =>
  await page
    .getByRole("list", { name: t(($) => $.events.history.label) })
    .locator("> li > div > a")
    .allTextContents();

test("an endpoint's history has all three in order of time, by source, and every line links to its record", async () => {
  const { page, service } = shared();
  await callCore(page, "sms.send", { endpoint: "70002", from: "4911", text: "STATUS?" });
  await mutate(service, { change: [{ id: 70002, set: { tags: "moved" } }] });
  await callCore(page, "fleet.sync", { collections: ["endpoint"] });
  await goTo(page, "/fleet/endpoint?open=endpoint:70002&tab=history");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  const lines = detail.getByRole("list", { name: t(($) => $.events.history.label) });
  // Data that was never read is read when it is shown.
  await expect.poll(async () => [...new Set(await sources(page))].toSorted()).toEqual([change, event, sms].toSorted());
  const drawn = `[...document.querySelectorAll('[aria-label="${t(($) => $.events.history.label)}"] time')].map((one) => one.dateTime)`;
  const times = await page.evaluate<readonly string[]>(drawn);
  expect(times.length).toBeGreaterThan(0);
  expect(times).toEqual(times.toSorted().toReversed());
  await detail
    .getByText(new RegExp(`^${textPattern((any) => t(($) => $.events.history.smsAsOf, { time: any(/\d\d:\d\d/) }))}$`))
    .waitFor();
  await lines.getByText(t(($) => $.events.history.outbound).replace("<text/>", "STATUS?")).waitFor();

  const group = detail.getByRole("group", { name: t(($) => $.events.history.sources) });
  await group.getByRole("button", { name: t(($) => $.events.history.events) }).click();
  await group.getByRole("button", { name: sms }).click();
  await expect.poll(async () => [...new Set(await sources(page))]).toEqual([change]);
  await lines.getByText(t(($) => $.shell.changes.tags)).waitFor();
  await lines
    .getByRole("link", { name: t(($) => $.events.history.change) })
    .first()
    .click();
  await page.getByRole("heading", { name: t(($) => $.fleet.changes.title), level: 1 }).waitFor();
  await listOf(
    page,
    t(($) => $.fleet.changes.title),
  )
    .getByText("moved", { exact: true })
    .waitFor();

  await goTo(page, "/fleet/endpoint?open=endpoint:70002&tab=history");
  await lines.getByRole("link", { name: sms }).first().click();
  await detail
    .getByRole("list", { name: t(($) => $.messages.label) })
    .getByText("STATUS?", { exact: true })
    .first()
    .waitFor();
  await page.goBack();
  await lines.getByRole("link", { name: event }).first().click();
  await page.getByRole("complementary", { name: event, exact: true }).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: t(($) => $.events.scope) }).inputValue()).toBe("endpoint");
});

test("a SIM's history has events and changes, and no SMS", async () => {
  const { page } = shared();
  await callCore(page, "fleet.sync", { collections: ["sim"] });
  const { items } = (await callCore(page, "fleet.list", { collection: "endpoint", filter: "id:70002" })) as {
    readonly items: readonly { readonly record: { readonly sim?: { readonly id: number } } }[];
  };
  // The SIM of an endpoint that has events.
  await goTo(page, `/fleet/sim?open=sim:${items[0]?.record.sim?.id ?? ""}&tab=history`);
  await expect.poll(async () => [...new Set(await sources(page))]).toEqual([event]);
  const group = page.getByRole("group", { name: t(($) => $.events.history.sources) });
  await expect
    .poll(() => group.getByRole("button").allTextContents())
    .toEqual([t(($) => $.events.history.events), t(($) => $.events.history.changes)]);
});

test("axe finds no violations in a history", async () => {
  const { page } = shared();
  await goTo(page, "/fleet/endpoint?open=endpoint:70003&tab=history");
  await page
    .getByRole("list", { name: t(($) => $.events.history.label) })
    .getByRole("link", { name: event })
    .first()
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("axe finds no violations on the page of events, and the keyboard reaches every part of it", async () => {
  const { page } = shared();
  await reopenEvents(page);
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  await list.getByRole("row").nth(1).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: event, exact: true });
  await detail.waitFor();
  await detail.getByText(t(($) => $.events.detail.rawRecord)).click();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.keyboard.press("Escape");
  await expect.poll(() => detail.count()).toBe(0);
  await expect.poll(() => page.evaluate("document.activeElement?.ariaLabel")).toBe(t(($) => $.events.list.label));

  // The chart is one Tab stop; arrows read its values, Enter narrows.
  const chart = page.getByRole("slider", {
    name: t(($) => $.shell.chart.crosshair, { title: t(($) => $.events.timeline.label) }),
  });
  await chart.focus();
  await expectFocus(page, chart);
  await page.keyboard.press("End");
  const last = await chart.getAttribute("aria-valuetext");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => chart.getAttribute("aria-valuetext")).not.toBe(last);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: t(($) => $.shell.period.from) }).waitFor();
  await page.getByRole("button", { name: t(($) => $.events.filter.allTime) }).click();
  await page.keyboard.press("ControlOrMeta+K");
  const [, keyword = ""] = t(($) => $.shell.commands.goToEvents.keywords).split(" ");
  await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill(keyword);
  await page
    .getByRole("dialog")
    .getByText(
      t(($) => $.shell.pages.events),
      { exact: true },
    )
    .first()
    .waitFor();
});
