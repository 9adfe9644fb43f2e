/** Lists of ten thousand rows: export, selection, live queries, and state that survives navigation. */
import { inSentence } from "../../../renderer/lib/records.ts";
import { t } from "#shared/texts/text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { iccidOf } from "../../../main/simulator/values.ts";
import { plan, recipients } from "../campaigns.ts";
import { callCore, goTo } from "../look-up.ts";
import { endpointList, expectRows, fleetSize, listOf, requestLog, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocus } from "../support/focus.ts";
import { textPattern } from "../../make/text-pattern.ts";

const fleet = shareBigFleet();

/** Every test starts with the whole list and no selection. */
beforeEach(async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint");
  await page.reload();
  await expectRows(endpointList(page), fleetSize);
});

const scrolled = "document.querySelector('[role=grid]').scrollTop";

/** The scroll position of the list, once two reads in a row are equal. */
async function stableScrollTop(page: Page): Promise<number> {
  let place = -1;
  const rests = async (): Promise<boolean> => {
    const before = place;
    place = await page.evaluate<number>(scrolled);
    return place === before;
  };
  await expect.poll(rests).toBe(true);
  return place;
}

async function narrow(page: Page, filter: string): Promise<number> {
  const { total } = (await callCore(page, "fleet.count", { collection: "endpoint", filter })) as {
    readonly total: number;
  };
  await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).fill(filter);
  await page.keyboard.press("Enter");
  // Parsed into chips: no query is pending.
  await page
    .getByRole("button", { name: t(($) => $.shell.filter.removeCondition, { condition: "" }) })
    .nth(filter.split(",").length - 1)
    .waitFor();
  await expectRows(endpointList(page), total);
  return total;
}

async function exportRows(file: string, item: string): Promise<readonly (readonly string[])[]> {
  const { page, desktop, dataDir } = fleet();
  const path = join(dataDir, "..", file);
  await desktop.saveTo(path);
  await page.getByRole("button", { name: t(($) => $.common.export) }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  await page.getByRole("alert").getByText(path).waitFor();
  return parse(readFileSync(path), { bom: true });
}

test("exports everything as text, row for row, with the visible columns", async () => {
  const [head, ...rows] = await exportRows(
    "all.csv",
    t(($) => $.fleet.exports.all, { count: fleetSize }),
  );
  expect(head?.slice(0, 3)).toEqual([
    t(($) => $.fleet.record.name),
    t(($) => $.fleet.record.status),
    t(($) => $.fleet.record.iccid),
  ]);
  expect(rows).toHaveLength(fleetSize);
  const iccids = new Set(rows.map((row) => row[2]).filter((iccid) => iccid !== ""));
  expect(iccids.size).toBe(fleetSize * 0.98);
  // Quoted, digit for digit, so that no spreadsheet rounds it.
  expect(readFileSync(join(fleet().dataDir, "..", "all.csv"), "utf8")).toContain(`"${iccidOf(1, 0)}"`);
});

test("all matches are selected in two steps with their exact count, and exactly they are exported", async () => {
  const { page } = fleet();
  const list = endpointList(page);
  const total = await narrow(page, "status:1,tags:*meter*");
  expect(total).toBeGreaterThan(100);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("ControlOrMeta+A");
  await page
    .getByText(
      new RegExp(
        `^${textPattern((any) => t(($) => $.shell.table.countSelected, { count: 0 }).replace("0", any(/\d\d/)))}$`,
      ),
    )
    .waitFor();
  await page.getByRole("button", { name: t(($) => $.shell.table.selectMatching, { count: total }) }).click();
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: total }),
      { exact: true },
    )
    .waitFor();
  // One less, so that the selection differs from all matches.
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: total - 1 }),
      { exact: true },
    )
    .waitFor();
  const [, ...rows] = await exportRows(
    "chosen.csv",
    t(($) => $.fleet.exports.selected, { count: total - 1 }),
  );
  expect(rows).toHaveLength(total - 1);
  expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(["Disabled"])); // as the service writes it
});

test.each([
  {
    name: "endpoints",
    open: async (page: Page) => goTo(page, "/fleet/endpoint"),
    list: endpointList,
    total: fleetSize,
  },
  {
    name: "quotas",
    open: async (page: Page) => goTo(page, "/quotas?group=never"),
    list: (page: Page) =>
      listOf(
        page,
        t(($) => $.quotas.overview.table),
      ),
    total: fleetSize,
  },
  {
    name: "recipients",
    open: async (page: Page) => goTo(page, `/campaigns/${await plan(page, 900)}/recipients`),
    list: recipients,
    total: 900,
  },
])("a range over rows that are not loaded selects every row: $name", async ({ open, list: listIn, total }) => {
  const { page } = fleet();
  await open(page);
  const list = listIn(page);
  await expectRows(list, total);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  const selected = page.getByText(
    t(($) => $.shell.table.countSelected, { count: total }),
    { exact: true },
  );
  await selected.waitFor();
  await page.keyboard.press("Escape");
  await selected.waitFor({ state: "detached" });
});

test("a live query shows the service's own rows, is marked as such, and links back to the cache", async () => {
  const { page, service } = fleet();
  const list = endpointList(page);
  const total = await narrow(page, "name:*porto*");
  const before = await requestLog(service);
  await page.getByRole("button", { name: t(($) => $.fleet.service.menu), exact: true }).click();
  await page.getByRole("menuitem", { name: t(($) => $.fleet.service.runLive) }).click();
  await page
    .getByText(
      t(($) => $.fleet.live.title),
      { exact: true },
    )
    .waitFor();
  await page.getByText(t(($) => $.fleet.list.fromServiceOf, { count: total, total })).waitFor();
  const after = await requestLog(service);
  expect(after.total).toBeGreaterThan(before.total);
  await page.getByRole("button", { name: t(($) => $.fleet.live.backToCache) }).click();
  await page.getByText(t(($) => $.fleet.list.visibleOf, { count: total, total: fleetSize })).waitFor();
  await expectRows(list, total);
  expect((await requestLog(service)).total).toBe(after.total);
});

test("filter, sort, position and selection are restored after visiting another page, and the history leads through them", async () => {
  const { page } = fleet();
  const list = endpointList(page);
  const total = await narrow(page, "status:0");
  await list.getByRole("button", { name: t(($) => $.fleet.record.name), exact: true }).click();
  await expect.poll(() => page.evaluate("location.hash")).toContain("sort=name");
  await expectRows(list, total);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Home");
  for (let page_ = 0; page_ < 6; page_ += 1) await page.keyboard.press("PageDown");
  // Only a row that is loaded can be selected.
  const activeText = async (): Promise<string | null> =>
    await page.locator(`[id="${(await list.getAttribute("aria-activedescendant")) ?? ""}"]`).textContent();
  await expect.poll(activeText).not.toBe("");
  await page.keyboard.press("Space");
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: 1 }),
      { exact: true },
    )
    .waitFor();
  const selectedRow = list.getByRole("row", { selected: true });
  const name = await selectedRow.textContent();
  const place = await stableScrollTop(page);
  expect(place).toBeGreaterThan(0);

  await page.getByRole("link", { name: t(($) => $.shell.collections.sim.many), exact: true }).click();
  await listOf(
    page,
    t(($) => $.shell.collections.sim.many),
  ).waitFor();
  await page.getByRole("link", { name: t(($) => $.shell.pages.settings), exact: true }).click();
  await page.getByRole("heading", { name: t(($) => $.settings.page.title), level: 1 }).waitFor();
  await page.getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}\\b`) }).click();
  await expectRows(list, total);
  await expect.poll(() => selectedRow.textContent()).toBe(name);
  await expect.poll(() => page.evaluate(scrolled)).toBe(place);
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: 1 }),
      { exact: true },
    )
    .waitFor();
  await expect
    .poll(() => list.getByRole("columnheader", { name: t(($) => $.fleet.record.name) }).getAttribute("aria-sort"))
    .toBe("ascending");
  await page
    .getByRole("button", {
      name: t(($) => $.shell.filter.removeCondition, {
        condition: `${inSentence(t(($) => $.fleet.record.status))} Enabled`, // as the service writes it
      }),
    })
    .waitFor();

  await page.keyboard.press("Alt+ArrowLeft");
  await page.getByRole("heading", { name: t(($) => $.settings.page.title), level: 1 }).waitFor();
  await page.keyboard.press("Alt+ArrowLeft");
  await listOf(
    page,
    t(($) => $.shell.collections.sim.many),
  ).waitFor();
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByRole("heading", { name: t(($) => $.settings.page.title), level: 1 }).waitFor();
});
