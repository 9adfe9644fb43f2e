/** The overview of quotas: groups that filter, the chart, the table, refresh, offline, by keyboard, in both themes. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { callCore, goTo } from "./look-up.ts";
import { choose, openForm, readAll, shareQuotas } from "./quotas.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { cellsOf, expectRows, expectSomeRows, listOf } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";
import { textPattern } from "../make/text-pattern.ts";

interface Groups {
  readonly groups: Readonly<Record<string, number>>;
}

const shared = shareQuotas();
afterEach(() => callCore(shared().page, "quotas.cancelRefresh", {}));

/** Enough for tests that only need the quotas to have been requested. */
const olderThanAnHour = { olderThanMinutes: 60 };

// The first test of the file: no quota must have been read.
test("an unread overview offers a refresh; a refresh shows its progress and can be cancelled", async () => {
  const { page, service } = shared();
  await goTo(page, "/quotas");
  await page.getByRole("heading", { name: t(($) => $.quotas.overview.notLoaded) }).waitFor();
  await page.getByRole("button", { name: `${t(($) => $.quotas.group.notLoaded)} 200` }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  // Slow enough to be still running when it is cancelled.
  service.setFaults({ seed: 1, rules: [{ kind: "late", rate: 1, delayMs: 2_000, on: "quota.get" }] });
  await page.getByRole("button", { name: t(($) => $.quotas.overview.load) }).click();
  await page.getByRole("progressbar", { name: t(($) => $.quotas.refresh.progress) }).waitFor();
  await page
    .getByRole("region", { name: t(($) => $.quotas.title) })
    .getByText(
      new RegExp(
        `^${textPattern((any) => t(($) => $.quotas.progress, { done: 7, total: 200 }).replace("7", any(/\d+/)))}$`,
      ),
    )
    .waitFor();
  await page.getByRole("button", { name: t(($) => $.quotas.refresh.cancel) }).click();
  await page
    .getByText(t(($) => $.quotas.refresh.state.cancelled))
    .first()
    .waitFor();
  const { groups } = (await callCore(page, "quotas.overview", { kind: "data" })) as Groups;
  expect(groups["checked"]).toBeLessThan(200);
});

test("running quota work is shown in the bottom bar on every page, until it ends", async () => {
  const { page, service } = shared();
  service.setFaults({ seed: 1, rules: [{ kind: "late", rate: 1, delayMs: 1_000, on: "quota.get" }] });
  await callCore(page, "quotas.refresh", { kinds: ["data"] });
  const statusBar = page.getByRole("contentinfo", { name: t(($) => $.shell.work.label) });
  const refresh = t(($) => $.shell.quotaWork.refresh);
  await statusBar.getByRole("progressbar", { name: t(($) => $.shell.quotaWork.progress, { work: refresh }) }).waitFor();
  await statusBar.getByRole("link", { name: refresh }).click();
  await page.getByRole("heading", { name: t(($) => $.quotas.title), level: 1 }).waitFor();
  service.setFaults({});
  await statusBar.getByText(t(($) => $.shell.work.none)).waitFor({ timeout: 60_000 });
});

test("each group has exactly the endpoints with such quotas at the service", async () => {
  const { page, serviceQuotas } = shared();
  const empty = ["70001", "70002"];
  for (const id of empty) await serviceQuotas.setQuota(id, { volume: 0 });
  await serviceQuotas.setQuota("70003", {
    volume: 10,
    expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace("T", " "),
  });
  await readAll(page);
  await goTo(page, "/quotas");
  const list = listOf(
    page,
    t(($) => $.quotas.overview.table),
  );
  await expectRows(list, 200);
  const groups = page.getByRole("group", { name: t(($) => $.quotas.overview.groups) });
  const chip = (name: string) => groups.getByRole("button", { name });
  await chip(`${t(($) => $.quotas.group.empty)} 2`).click();
  await expectRows(list, 2);
  await chip(`${t(($) => $.quotas.group.expiring, { count: 14 })} 1`).click();
  await expectRows(list, 1);
  await chip(t(($) => $.quotas.group.expiring, { count: 14 })).click();
  await expectRows(list, 200);
  const volumes = await serviceQuotas.volumes(Array.from({ length: 200 }, (_, index) => String(70_001 + index)));
  const without = volumes.filter((volume) => volume === undefined).length;
  await chip(t(($) => $.quotas.group.none)).click();
  await expectRows(list, without);
  const chart = page.getByRole("slider", {
    name: t(($) => $.shell.chart.crosshair, { title: t(($) => $.quotas.histogram.caption) }),
  });
  await chart.press("Home");
  const value = t(($) => $.shell.chart.value, { label: t(($) => $.quotas.histogram.endpoints), value: "2" });
  await expect
    .poll(() => chart.getAttribute("aria-valuetext"))
    .toBe(t(($) => $.shell.chart.at, { label: t(($) => $.quotas.histogram.empty), values: value }));
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("usage of the fleet per day is charted from the readings, and is a table as well", async () => {
  const { page } = shared();
  await readAll(page, olderThanAnHour);
  await goTo(page, "/quotas/usage");
  const chart = page.getByRole("figure", { name: t(($) => $.quotas.kind.data) });
  // Nothing is known to be used before the second day.
  await chart.getByText(t(($) => $.quotas.usage.oneDay)).waitFor();
  await chart
    .getByText(
      t(($) => $.quotas.usage.remaining),
      { exact: true },
    )
    .click();
  await chart
    .getByRole("slider", { name: t(($) => $.shell.chart.crosshair, { title: t(($) => $.quotas.kind.data) }) })
    .press("End");
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await chart.getByRole("button", { name: t(($) => $.shell.chart.table) }).click();
  await expect.poll(() => chart.getByRole("table").getByRole("row").count()).toBe(2);
});

test("sorts, searches, limits and navigates by keyboard; a row opens its endpoint's quotas", async () => {
  const { page } = shared();
  await readAll(page, olderThanAnHour);
  await goTo(page, "/quotas?group=below&below=100");
  const list = listOf(
    page,
    t(($) => $.quotas.overview.table),
  );
  const percent = t(($) => $.quotas.column.percent);
  await list.getByRole("row").nth(1).waitFor();
  await list.getByRole("columnheader", { name: percent }).click();
  const sorted = async (): Promise<boolean> => {
    const values = (await cellsOf(list, percent, 8)).map((text) => Number.parseFloat(text));
    return (
      values.length === 8 &&
      (values[0] ?? 100) < 30 &&
      values.every((one, at) => at === 0 || (values[at - 1] ?? 0) <= one)
    );
  };
  await expect.poll(sorted).toBe(true);
  await page.getByRole("textbox", { name: t(($) => $.quotas.filter.below) }).fill("1OO");
  await page.getByText(t(($) => $.quotas.filter.notNumber, { min: 0, max: 100 })).waitFor();
  await page.getByRole("textbox", { name: t(($) => $.quotas.filter.below) }).fill("100");
  await page.getByRole("searchbox", { name: t(($) => $.quotas.filter.search) }).fill("7000");
  await expect.poll(async () => Number(await list.getAttribute("aria-rowcount"))).toBeLessThan(12);
  await expectSomeRows(list);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page
    .getByText(t(($) => $.shell.table.countSelected, { count: 1 }))
    .first()
    .waitFor();
  onTestFinished(() => page.getByRole("button", { name: t(($) => $.shell.table.clearSelection) }).click());
  await page.keyboard.press("Enter");
  await page
    .getByRole("complementary", { name: t(($) => $.common.details) })
    .getByRole("tab", { name: t(($) => $.quotas.title), selected: true })
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("the row of an endpoint follows changes of its quota in the detail panel, and elsewhere", async () => {
  const { page, serviceQuotas } = shared();
  await serviceQuotas.setQuota("70001", { volume: 41.15 });
  await readAll(page, { source: { ids: ["70001"] } });
  await goTo(page, "/quotas?open=endpoint:70001&tab=quotas");
  const list = listOf(
    page,
    t(($) => $.quotas.overview.table),
  );
  const left = async (): Promise<string | undefined> =>
    (
      await cellsOf(
        list,
        t(($) => $.quotas.column.remaining),
        1,
      )
    )[0];
  await expect.poll(left).toBe(t(($) => $.quotas.value.megabytes, { amount: "41.15" }));
  const form = await openForm(page.getByRole("tabpanel", { name: t(($) => $.quotas.title) }));
  await choose(
    form,
    t(($) => $.quotas.form.set),
  );
  await form.getByRole("textbox", { name: t(($) => $.quotas.form.remainingData) }).fill("222");
  await form.getByRole("button", { name: t(($) => $.quotas.one.submit.data.set) }).click();
  await form.getByText(formatText(codedText("quota-accepted"))).waitFor();
  await expect.poll(left).toBe(t(($) => $.quotas.value.megabytes, { amount: "222" }));
  await goTo(page, "/changes/endpoint");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.changes), level: 1 }).waitFor();
  await callCore(page, "quotas.change", { endpoint: "70001", kind: "data", operation: { op: "set", volume: 33 } });
  await goTo(page, "/quotas");
  await expect.poll(left).toBe(t(($) => $.quotas.value.megabytes, { amount: "33" }));
});

test("all matches are selected in two steps and passed to a change", async () => {
  const { page } = shared();
  await readAll(page, olderThanAnHour);
  await goTo(page, "/quotas?group=none");
  const list = listOf(
    page,
    t(($) => $.quotas.overview.table),
  );
  const chip = page.getByRole("button", { name: t(($) => $.quotas.group.none), pressed: true });
  const total = Number((await chip.textContent())?.replaceAll(/\D/g, ""));
  await expectRows(list, total);
  await list.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("button", { name: t(($) => $.shell.table.selectMatching, { count: total }) }).click();
  await page.getByRole("button", { name: t(($) => $.shell.rows.changeQuotas), exact: true }).click();
  await page
    .getByText(
      t(($) => $.quotas.source.selected, { count: total }),
      { exact: true },
    )
    .waitFor();
});

test("cached quotas are shown without a network, with their age; the palette opens the page", async () => {
  const { page, desktop, service } = shared();
  await readAll(page, olderThanAnHour);
  onTestFinished(() => desktop.setOnline(true));
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1, on: "*" }] });
  await desktop.setOnline(false);
  await page.keyboard.press("ControlOrMeta+K");
  await page
    .getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) })
    .fill(t(($) => $.quotas.title));
  await page.keyboard.press("Enter");
  await expectRows(
    listOf(
      page,
      t(($) => $.quotas.overview.table),
    ),
    200,
  );
  await page
    .locator("footer")
    .filter({ has: page.getByText(t(($) => $.quotas.foot.shown, { count: 200 })) })
    .waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: t(($) => $.quotas.refresh.button), exact: true }).isDisabled())
    .toBe(true);
});
