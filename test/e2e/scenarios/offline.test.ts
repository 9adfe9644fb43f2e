/** Without a network all reads continue, operations that need the service fail immediately, and no request is sent. */
import { collectionLabels, inSentence } from "../../../renderer/lib/records.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { goTo } from "../look-up.ts";
import { cellsOf, endpointList, expectRows, expectSomeRows, listOf, requestLog } from "../support/big-fleet.ts";
import { cableFleetSize, shareCableFleet } from "../support/cable-fleet.ts";
import { expectFocus, expectFocusAbove } from "../support/focus.ts";
import { textPattern } from "../../make/text-pattern.ts";

const fleet = shareCableFleet();

afterEach(async () => {
  const { page, desktop, wire } = fleet();
  wire.reconnect();
  await desktop.setOnline(true);
  await expect
    .poll(() =>
      page
        .getByRole("banner")
        .getByText(t(($) => $.shell.reachability.offline, { reason: "" }))
        .count(),
    )
    .toBe(0);
});

async function goOffline(): Promise<void> {
  const { page, desktop, wire } = fleet();
  await goTo(page, "/fleet/endpoint");
  await desktop.setOnline(false);
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor();
  wire.disconnect();
}

const detailOf = (page: Page): Locator => page.getByRole("complementary", { name: t(($) => $.common.details) });

const lists = [
  [t(($) => $.shell.collections.endpoint.many), cableFleetSize],
  [t(($) => $.shell.collections.sim.many), undefined],
  [t(($) => $.shell.collections.imsi.many), undefined],
  [t(($) => $.shell.collections.organisation.many), undefined],
  [t(($) => $.shell.collections.user.many), undefined],
  [t(($) => $.shell.collections.tariffPlan.many), undefined],
] as const;

test("without a network every page reads from the cache, shows its age, and attempts no request", async () => {
  const { page, desktop, dataDir, service, wire } = fleet();
  const before = await requestLog(service);
  await goOffline();
  for (const [name, count] of lists) {
    await page.getByRole("link", { name, exact: true }).click();
    const rows = await expectSomeRows(listOf(page, name));
    if (count !== undefined) expect(rows).toBe(count);
    await page
      .getByText(new RegExp(`^${textPattern((any) => t(($) => $.fleet.cache.syncedAt, { time: any(/\d\d:\d\d/) }))}$`))
      .waitFor();
    await page
      .getByText(
        new RegExp(`^${textPattern((any) => t(($) => $.fleet.cache.complete, { count: 0 }).replace("0", any(/\d/)))}`),
      )
      .waitFor();
  }

  await page.getByRole("link", { name: t(($) => $.shell.pages.changes), exact: true }).click();
  await expectRows(
    listOf(
      page,
      t(($) => $.fleet.changes.title),
    ),
    3,
  );
  await page
    .getByText(new RegExp(textPattern((any) => t(($) => $.shell.cache.asOf, { time: any(/\d\d:\d\d/) }))))
    .waitFor();
  await listOf(
    page,
    t(($) => $.fleet.changes.title),
  )
    .getByRole("row")
    .nth(1)
    .click();
  const detail = detailOf(page);
  await detail
    .getByText(
      new RegExp(textPattern((any) => t(($) => $.fleet.detail.freshnessUnchanged, { time: any(/\d\d:\d\d/) }))),
    )
    .waitFor();
  await detail.getByRole("tab", { name: t(($) => $.shell.detailTabs.history) }).click();
  await detail
    .getByRole("tabpanel")
    .getByText(
      t(($) => $.shell.recordStatus.disabled),
      { exact: true },
    )
    .first()
    .waitFor();
  await detail.getByRole("tab", { name: t(($) => $.shell.detailTabs.raw) }).click();
  await detail.getByText('"id": 70001').waitFor();
  await goTo(page, "/changes/endpoint?open=endpoint:70003");
  await detail
    .getByText(t(($) => $.fleet.detail.removedFromCache, { record: `${collectionLabels.endpoint.one} 70003` }))
    .waitFor();

  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill("70012");
  // The record comes before the actions on it.
  await page
    .getByRole("dialog")
    .getByRole("button")
    .first()
    .getByText(t(($) => $.shell.palette.endpointId, { id: "70012" }))
    .waitFor();
  await page.keyboard.press("Enter");
  await detail.getByText(`${collectionLabels.endpoint.one} 70012`).first().waitFor();

  await page.getByRole("link", { name: t(($) => $.shell.pages.identifierCheck) }).click();
  await page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) }).fill("70012\n70003\nhello");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expectRows(
    listOf(
      page,
      t(($) => $.fleet.doctor.resultsByRow),
    ),
    3,
  );
  await page.getByRole("button", { name: t(($) => $.fleet.doctor.saveAudience) }).click();
  await page.getByRole("textbox", { name: t(($) => $.common.name) }).fill("Cut off");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: t(($) => $.fleet.audiences.show) }).click();
  await expectRows(endpointList(page), 1);
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.clear, { name: "Cut off" }) }).click();
  await expectRows(endpointList(page), cableFleetSize);

  const path = join(dataDir, "..", "offline.csv");
  await desktop.saveTo(path);
  await page.getByRole("button", { name: t(($) => $.common.export) }).click();
  await page.getByRole("menuitem", { name: t(($) => $.fleet.exports.all, { count: cableFleetSize }) }).click();
  await page.getByRole("alert").getByText(path).waitFor();
  expect(parse(readFileSync(path), { bom: true })).toHaveLength(cableFleetSize + 1);

  expect(wire.attempts()).toBe(0);
  expect((await requestLog(service)).total).toBe(before.total);
});

test("without a network operations that need the service fail immediately, and no request is attempted", async () => {
  const { page, wire } = fleet();
  await goOffline();
  const service = async (item: string): Promise<void> => {
    await page.getByRole("button", { name: t(($) => $.fleet.service.menu), exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const noNetwork = formatText(codedText("offline"));
  await page.getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true }).click();
  await page
    .getByText(t(($) => $.fleet.sync.collection, { collection: inSentence(collectionLabels.endpoint.many) }))
    .waitFor();
  await page.getByText(noNetwork).first().waitFor();
  await page
    .getByRole("button", { name: t(($) => $.common.close) })
    .first()
    .click();
  await service(t(($) => $.fleet.service.verifyCache));
  const comparison = page.getByRole("dialog", { name: t(($) => $.fleet.selfCheck.title) });
  await comparison.getByText(noNetwork).waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await comparison.waitFor({ state: "detached" });
  await service(t(($) => $.fleet.service.runLive));
  await page.getByText(noNetwork).first().waitFor();
  await page.getByRole("button", { name: t(($) => $.fleet.live.backToCache) }).click();
  await expectRows(endpointList(page), cableFleetSize);

  await goTo(page, "/fleet/endpoint?open=endpoint:70003");
  await detailOf(page)
    .getByRole("button", { name: t(($) => $.fleet.detail.loadFromService) })
    .click();
  await detailOf(page).getByText(noNetwork).waitFor();
  expect(wire.attempts()).toBe(0);
});

test("behind a firewall that drops every request reads do not block, and a waiting sync can be cancelled", async () => {
  const { page, wire } = fleet();
  await goTo(page, "/fleet/endpoint");
  const list = endpointList(page);
  await expectRows(list, cableFleetSize);
  wire.disconnect();
  await page.getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true }).click();
  const running = page.getByRole("contentinfo").getByRole("button", { name: t(($) => $.common.cancel) });
  await running.waitFor();
  await expect.poll(() => wire.attempts()).toBeGreaterThan(0);

  await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).fill("id:70012,");
  await expectRows(list, 1);
  const [name] = await cellsOf(
    list,
    t(($) => $.fleet.record.name),
    1,
  );
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Enter");
  await detailOf(page)
    .getByRole("heading", { name: name ?? "" })
    .waitFor();
  await page.getByRole("link", { name: t(($) => $.shell.pages.changes), exact: true }).click();
  await expectRows(
    listOf(
      page,
      t(($) => $.fleet.changes.title),
    ),
    3,
  );
  // All of that while the request was still waiting.
  await running.click();
  await page.getByText(t(($) => $.shell.work.none)).waitFor();
});
