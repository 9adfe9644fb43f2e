/** What survives a restart, and how the cache and the service compare when the fleet has changed. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { startService, type Service } from "../connecting.ts";
import { launchFleetdesk, type Fleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import { connectFleet, endpointList, expectRows, mutate } from "../support/big-fleet.ts";
import { textPattern } from "../../make/text-pattern.ts";

async function launchFleet(): Promise<Fleetdesk & { readonly service: Service }> {
  const service = await startService({ endpoints: 600, realistic: true });
  const fleetdesk = await launchFleetdesk();
  await connectFleet(fleetdesk.page, service, { baseUrl: service.baseUrl });
  await callCore(fleetdesk.page, "fleet.sync", { collections: ["endpoint"] });
  await expectRows(endpointList(fleetdesk.page), 600);
  return { ...fleetdesk, service };
}

const heads = async (list: Locator): Promise<readonly string[]> =>
  (await list.getByRole("columnheader").allTextContents()).filter((text) => text !== "");

test("selected and reordered columns are restored after a restart", async () => {
  const fleetdesk = await launchFleet();
  const { page } = fleetdesk;
  const list = endpointList(page);
  await expect.poll(async () => (await heads(list)).length).toBeGreaterThan(3);
  const [name, status, iccid, ...rest] = await heads(list);
  await page.getByRole("button", { name: t(($) => $.fleet.columns.title) }).click();
  const menu = page.getByRole("dialog", { name: t(($) => $.fleet.columns.title) });
  const imei = menu.getByRole("checkbox", { name: t(($) => $.fleet.record.imei), exact: true });
  await imei.press("Space");
  await expect.poll(() => imei.isChecked()).toBe(true);
  expect(await imei.and(page.locator(":focus")).count()).toBe(1);
  await menu.getByRole("checkbox", { name: t(($) => $.fleet.record.tags) }).click();
  await menu
    .getByRole("button", { name: t(($) => $.fleet.columns.moveUp, { title: t(($) => $.fleet.record.iccid) }) })
    .click();
  const expected = [
    name,
    iccid,
    status,
    ...rest.filter((title) => title !== t(($) => $.fleet.record.tags)),
    t(($) => $.fleet.record.imei),
  ];
  await expect.poll(() => heads(list)).toEqual(expected);
  // Shown immediately and saved in the background.
  const written = async (): Promise<unknown> => {
    const { columns } = (await callCore(page, "settings.get", {})) as {
      readonly columns: Readonly<Record<string, readonly { readonly field: string }[]>>;
    };
    return columns["fleet/endpoint"]?.length;
  };
  await expect.poll(written).toBe(expected.length);

  const again = await fleetdesk.restart();
  await goTo(again.page, "/fleet/endpoint");
  const after = endpointList(again.page);
  await expectRows(after, 600);
  await expect.poll(() => heads(after)).toEqual(expected);
});

async function compare(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: t(($) => $.fleet.service.menu), exact: true }).click();
  await page.getByRole("menuitem", { name: t(($) => $.fleet.service.verifyCache) }).click();
  return page.getByRole("dialog", { name: t(($) => $.fleet.selfCheck.title) });
}

test("the cache and the service agree, differ with an explanation after a change, and agree again after a sync", async () => {
  const { page, service } = await launchFleet();
  const first = await compare(page);
  await first.getByText(t(($) => $.fleet.selfCheck.agree)).waitFor();
  await first.getByText(t(($) => $.fleet.selfCheck.sameTotal, { total: 600 })).waitFor();
  await first
    .getByRole("button", { name: t(($) => $.common.close) })
    .last()
    .click();
  await mutate(service, { delete: [70_003], add: [{ name: "newcomer" }] });

  const second = await compare(page);
  await second.getByText(t(($) => $.fleet.selfCheck.differ)).waitFor();
  await second.getByText(t(($) => $.fleet.selfCheck.onlyInCache, { ids: "70003" })).waitFor();
  await second
    .getByText(new RegExp(textPattern((any) => t(($) => $.fleet.selfCheck.cacheAge, { time: any(/.*/) }))))
    .waitFor();
  await second
    .getByRole("button", { name: t(($) => $.common.close) })
    .last()
    .click();

  await page.getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true }).click();
  await expect
    .poll(() => callCore(page, "fleet.get", { collection: "endpoint", id: "70003" }).catch(() => "gone"), {
      timeout: 60_000,
    })
    .toBe("gone");
  const third = await compare(page);
  await third.getByText(t(($) => $.fleet.selfCheck.agree)).waitFor();
});
