/** The page of events, against the simulator: read, narrowed, charted, followed, exported, and from the cache without a network. */
import { severityStyles } from "../../renderer/features/events/events-request.ts";
import { fieldInSentence } from "../../renderer/lib/field-label.ts";
import { t } from "#shared/texts/text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reopenEvents, countCached, launchEvents, type EventsFixture } from "./events.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { endpointList, listOf } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";
import { textPattern } from "../make/text-pattern.ts";

const shared = shareInFile(() => launchEvents("/fleet/endpoint", { endpoints: 200 }));

const following = new RegExp(`^${RegExp.escape(t(($) => $.events.followState.following))}`);
const loadedEvents = new RegExp(
  [1, 2]
    .map((count) =>
      textPattern((any) => t(($) => $.events.coverage.loaded, { count, added: 7 }).replaceAll(/\d/g, any(/[\d,]*\d/))),
    )
    .join("|"),
);

/** The chart's values, as screen readers get them, of the place that a key moves to. */
async function valuesAt(page: EventsFixture["page"], key: string): Promise<string> {
  const chart = page.getByRole("slider", {
    name: t(($) => $.shell.chart.crosshair, { title: t(($) => $.events.timeline.label) }),
  });
  await chart.focus();
  await page.keyboard.press(key);
  return (await chart.getAttribute("aria-valuetext")) ?? "";
}

/** The count of a severity in the chart's values. */
function countOf(severity: "critical" | "warning" | "info", values: string): number {
  const text = textPattern((any) =>
    t(($) => $.shell.chart.value, { label: severityStyles[severity].text, value: "7" }).replace(
      "7",
      any(/(?<count>[\d,]+)/),
    ),
  );
  return Number(new RegExp(text).exec(values)?.groups?.["count"]?.replaceAll(",", "") ?? 0);
}

async function putOnline({ page, desktop }: EventsFixture): Promise<void> {
  await desktop.setOnline(true);
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor({ state: "hidden" });
}

// The first test of the file: nothing was read yet.
test("a list that was never read is read automatically, shows its coverage, and older events are read on demand", async () => {
  const { page } = shared();
  await reopenEvents(page);
  await listOf(
    page,
    t(($) => $.events.list.label),
  ).waitFor();
  await page.getByText(t(($) => $.events.coverage.earlierUnknown)).waitFor();
  await page.getByText(t(($) => $.events.coverage.partlyLoaded)).waitFor();
  expect(await countCached(page, {})).toBe(1000);
  const older = page.getByRole("button", { name: t(($) => $.events.coverage.loadOlder) });
  await older.click();
  await expect.poll(() => older.count()).toBe(0);
  await page.getByText(t(($) => $.events.coverage.earlierUnknown)).waitFor({ state: "hidden" });
  expect(await countCached(page, {})).toBeGreaterThan(1000);
  // Keys move through the list up to its end; pages are loaded on demand.
  await listOf(
    page,
    t(($) => $.events.list.label),
  ).focus();
  const total = await countCached(page, {});
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return await listOf(
        page,
        t(($) => $.events.list.label),
      ).getAttribute("aria-rowcount");
    })
    .toBe(String(total + 1));
});

test("severity, text and a range of the chart narrow the list and are in the URL, and Back removes them", async () => {
  const { page } = shared();
  await reopenEvents(page);
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  await list.getByRole("row").nth(1).waitFor();
  const chip = page
    .getByRole("group", { name: t(($) => $.events.severity) })
    .getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.events.severities.critical))}`) });
  await chip.click();
  const critical = await countCached(page, { severity: ["critical"] });
  expect(critical).toBeGreaterThan(0);
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(critical + 1));
  await expect
    .poll(() =>
      list
        .getByText(
          t(($) => $.events.severities.info),
          { exact: true },
        )
        .count(),
    )
    .toBe(0);
  await expect.poll(() => page.evaluate("location.hash")).toContain("severity=critical");
  // The chart is narrowed as well before it is widened again: the numbers read from it below are of the whole.
  const legend = page.getByRole("group", { name: t(($) => $.shell.chart.series) });
  const info = legend.getByRole("button", { name: new RegExp(`^${severityStyles.info.text} *[1-9]`) });
  await expect.poll(() => info.count()).toBe(0);

  await chip.click();
  await info.waitFor();
  let values = await valuesAt(page, "Home");
  while (countOf("info", values) === 0) values = await valuesAt(page, "ArrowRight");
  const numbers = (["info", "warning", "critical"] as const).map((one) => countOf(one, values));
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: t(($) => $.shell.period.from) }).waitFor();
  const inside = numbers.reduce((sum, one) => sum + one, 0);
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(inside + 1));
  await page.goBack();
  await expect.poll(() => page.getByRole("textbox", { name: t(($) => $.shell.period.from) }).count()).toBe(0);
  await page.getByRole("searchbox", { name: t(($) => $.events.filter.search) }).fill("blocked by");
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(critical + 1));
});

test("a field of the service becomes a chip; an invalid one is explained and nothing is requested", async () => {
  const { page } = shared();
  await reopenEvents(page);
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  await list.getByRole("row").nth(1).waitFor();
  const filter = page.getByLabel(
    t(($) => $.shell.filter.label),
    { exact: true },
  );
  await page.keyboard.press("/");
  await expectFocus(page, filter);
  await page.keyboard.type("endpoint:70002");
  await page.keyboard.press("Enter");
  await page
    .getByRole("button", { name: t(($) => $.shell.filter.removeCondition, { condition: fieldInSentence("endpoint") }) })
    .waitFor();
  const eventCount = await countCached(page, { filter: "endpoint:70002" });
  expect(eventCount).toBeGreaterThan(0);
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(eventCount + 1));
  await expectFocus(page, filter);
  await page.keyboard.type("severity:high");
  await page.keyboard.press("Enter");
  await page
    .getByText(/Info, Warning, Critical/)
    .first()
    .waitFor();
});

test("an event shows its record, and links to its endpoint and back", async () => {
  const { page } = shared();
  await reopenEvents(page, "/events?severity=critical");
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  // The rows of the previous query stay until the new ones arrive.
  await list
    .getByRole("row")
    .nth(1)
    .getByText(
      t(($) => $.events.severities.critical),
      { exact: true },
    )
    .waitFor();
  await list.getByRole("row").nth(1).click();
  const event = page.getByRole("complementary", { name: t(($) => $.events.event), exact: true });
  await event.getByRole("heading", { name: "Endpoint blocked" }).waitFor();
  await event.getByText(t(($) => $.events.detail.rawRecord)).click();
  await event
    .getByRole("region", { name: t(($) => $.events.detail.recordAsJson) })
    .getByText('"event_severity"')
    .waitFor();
  const link = event
    .getByRole("region", { name: t(($) => $.events.detail.records) })
    .getByRole("link")
    .first();
  const name = await link.textContent();
  await link.click();
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await expect.poll(() => detail.getByRole("heading", { level: 2 }).textContent()).toBe(name);
  await page.goBack();
  await event.waitFor();
  await event
    .getByRole("link", { name: t(($) => $.events.detail.showEvents) })
    .first()
    .click();
  await expect.poll(() => page.getByRole("combobox", { name: t(($) => $.events.scope) }).inputValue()).toBe("endpoint");
  await expect.poll(async () => Number(await list.getAttribute("aria-rowcount"))).toBeGreaterThan(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => event.count()).toBe(0);
});

test("while following, new events appear at the top automatically, and are counted while an event is open", async () => {
  const { page, desktop } = shared();
  await reopenEvents(page);
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  const first = list.getByRole("row").nth(1);
  await first.waitFor();
  const follow = page.getByRole("switch", { name: t(($) => $.events.follow) });
  onTestFinished(async () => {
    await putOnline(shared());
    await goTo(page, "/events");
    await follow.setChecked(false);
  });
  await follow.click();
  await page.getByText(following).waitFor();
  const accepted = "MT SMS accepted for delivery.";
  expect(await first.getByText(accepted).count()).toBe(0);
  const send = (text: string): Promise<unknown> =>
    callCore(page, "sms.send", { endpoint: "70004", from: "4911", text });
  await send("ONE");
  await first.getByText(accepted).waitFor({ timeout: 40_000 });
  await page
    .getByRole("status")
    .getByText(t(($) => $.events.fresh.arrived, { count: 1 }))
    .waitFor({ state: "attached" });
  expect(await page.getByText(t(($) => $.events.fresh.sinceLoaded, { count: 1 })).count()).toBe(0);
  // The coverage grows with the follower: no period that it has read is unknown.
  expect(await page.getByText(t(($) => $.events.coverage.laterUnknown)).count()).toBe(0);

  // The list stays at its top: the next one is inserted as well.
  await send("ONE AGAIN");
  await list.getByRole("row").nth(2).getByText(accepted).waitFor({ timeout: 40_000 });

  const third = list.getByRole("row").nth(3);
  await third.click();
  await page.getByRole("complementary", { name: t(($) => $.events.event), exact: true }).waitFor();
  await send("TWO");
  await page.getByText(t(($) => $.events.fresh.sinceLoaded, { count: 1 })).waitFor({ timeout: 60_000 });
  expect(await third.getByText(accepted).count()).toBe(0);
  await page.getByRole("button", { name: t(($) => $.events.fresh.show, { count: 1 }) }).click();
  await third.getByText(accepted).waitFor();
  await expect.poll(() => page.getByText(t(($) => $.events.fresh.sinceLoaded, { count: 1 })).count()).toBe(0);

  // The row that was opened is followed, and the list stays at its top.
  await page.keyboard.press("Escape");
  await send("THREE");
  await list.getByRole("row").nth(4).getByText(accepted).waitFor({ timeout: 40_000 });
  await expect.poll(() => list.locator("[data-active]").getAttribute("aria-rowindex")).toBe("6");

  // Without a visible list the lease is released.
  await goTo(page, "/fleet/endpoint");
  await endpointList(page).waitFor();
  await goTo(page, "/events");
  await page.getByText(following).waitFor();
  await desktop.setOnline(false);
  await page.getByText(t(($) => $.events.followState.waiting)).waitFor();
  expect(await page.getByText(following).count()).toBe(0);
});

test("the palette follows, stops following and exports on pages with a list of events", async () => {
  const { page, desktop, dataDir } = shared();
  await reopenEvents(page);
  await listOf(
    page,
    t(($) => $.events.list.label),
  )
    .getByRole("row")
    .nth(1)
    .waitFor();
  const runCommand = async (verb: string, text = verb): Promise<void> => {
    await page.keyboard.press("Control+K");
    await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill(text);
    await page.getByRole("dialog").getByRole("button", { name: verb }).click();
  };
  const follow = page.getByRole("switch", { name: t(($) => $.events.follow) });
  onTestFinished(async () => {
    await page.keyboard.press("Escape");
    await goTo(page, "/events");
    await follow.setChecked(false);
  });
  await runCommand(t(($) => $.shell.commands.followEvents.title));
  await expect.poll(() => follow.isChecked()).toBe(true);
  await runCommand(t(($) => $.shell.commands.stopFollowingEvents.title));
  await expect.poll(() => follow.isChecked()).toBe(false);
  await runCommand(
    t(($) => $.shell.commands.refreshEvents.title),
    t(($) => $.shell.commands.refreshEvents.keywords).split(" ")[0],
  );
  await page.getByRole("status").getByText(loadedEvents).waitFor();
  const file = join(dataDir, "by-palette.csv");
  await desktop.saveTo(file);
  await runCommand(t(($) => $.shell.commands.exportEvents.csvTitle));
  await page.getByText(file).waitFor();
  await goTo(page, "/fleet/endpoint");
  await page.keyboard.press("Control+K");
  await page
    .getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) })
    .fill(t(($) => $.shell.pages.events));
  await page.getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.events))}`) }).waitFor();
  expect(await page.getByRole("button", { name: t(($) => $.shell.commands.refreshEvents.title) }).count()).toBe(0);
});

test("reports a service without the list of all events, and shows one endpoint's events", async () => {
  const { page } = await launchEvents("/events", { oddities: { notOffered: ["event.list"] } });
  await page.getByText(t(($) => $.events.coverage.notOffered)).waitFor();
  await page
    .getByText(
      new RegExp(
        `^${textPattern((any) => t(($) => $.events.coverage.notOfferedHelp.all, { time: any(/\d\d:\d\d/) }))}$`,
      ),
    )
    .waitFor();
  const chips = page.getByRole("group", { name: t(($) => $.events.severity) }).getByRole("button");
  // No count: unread events are not zero events.
  const { critical, warning, info } = {
    critical: t(($) => $.events.severities.critical),
    warning: t(($) => $.events.severities.warning),
    info: t(($) => $.events.severities.info),
  };
  expect(await chips.allTextContents()).toEqual(
    [critical, warning, info].map(
      (name) => expect.stringMatching(new RegExp(`^${RegExp.escape(name)}\\D+$`)) as string,
    ),
  );

  expect(await page.getByText(t(($) => $.events.coverage.partlyLoaded)).count()).toBe(0);
  await page.getByRole("combobox", { name: t(($) => $.events.scope) }).selectOption("endpoint");
  await page.getByText(t(($) => $.events.owner.choose)).waitFor();
  await page.getByRole("combobox", { name: t(($) => $.events.owner.label.endpoint) }).fill("70002");
  await page.keyboard.press("Enter");
  await listOf(
    page,
    t(($) => $.events.list.label),
  )
    .getByRole("row")
    .nth(1)
    .waitFor();
  await expect.poll(() => page.getByText(t(($) => $.events.coverage.notOffered)).count()).toBe(0);
});

test("without a network the page shows cached events, marked as such, and a failure of the service leaves the list unchanged", async () => {
  const { page, desktop, service } = shared();
  await reopenEvents(page);
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  await list.getByRole("row").nth(1).waitFor();
  const rows = await list.getAttribute("aria-rowcount");
  onTestFinished(async () => {
    service.setFaults({});
    await putOnline(shared());
  });
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1 }] });
  await page.getByRole("button", { name: t(($) => $.events.refresh) }).click();
  await page.getByText(t(($) => $.events.coverage.failed)).waitFor({ timeout: 60_000 });
  expect(await list.getAttribute("aria-rowcount")).toBe(rows);
  await desktop.setOnline(false);
  await page.getByText(t(($) => $.events.coverage.offline)).waitFor();
  await goTo(page, "/events?severity=critical");
  const critical = await countCached(page, { severity: ["critical"] });
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(critical + 1));
});

test("matching events are written as CSV and as JSON lines with the raw records", async () => {
  const { page, desktop, dataDir } = shared();
  await reopenEvents(page, "/events?severity=critical");
  await listOf(
    page,
    t(($) => $.events.list.label),
  )
    .getByRole("row")
    .nth(1)
    .waitFor();
  const critical = await countCached(page, { severity: ["critical"] });
  const write = async (item: string, file: string): Promise<readonly string[]> => {
    await desktop.saveTo(file);
    await page.getByRole("button", { name: t(($) => $.common.export) }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByText(file).waitFor();
    return readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
  };
  const csv = await write(
    t(($) => $.events.exportCsv),
    join(dataDir, "events.csv"),
  );
  expect(csv).toHaveLength(critical + 1);
  const lines = await write(
    t(($) => $.events.exportJsonLines),
    join(dataDir, "events.jsonl"),
  );
  expect(lines).toHaveLength(critical);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ severity: "critical" });
});
