/** S10, fleet: two connections, quitting during a sync, and a session after eight hours without use. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { shareInFile } from "../harness/lifetime.ts";
import { callCore, goTo } from "../look-up.ts";
import {
  cellsOf,
  connectFleet,
  endpointList,
  expectRows,
  fleetSize,
  listOf,
  mutate,
  requestLog,
  startBigService,
} from "../support/big-fleet.ts";
import { expectFocus } from "../support/focus.ts";

const endpoints = { collections: ["endpoint"] };

/** Each of the two synchronised once. */
const connected = shareInFile(async () => {
  const north = await startService({ endpoints: 300, realistic: true });
  const south = await startService({ endpoints: 500 });
  const fleetdesk = await launchFleetdesk();
  for (const [name, service] of Object.entries({ North: north, South: south })) {
    await connectFleet(fleetdesk.page, service, { name, baseUrl: service.baseUrl });
    await callCore(fleetdesk.page, "fleet.sync", { connection: name, ...endpoints });
  }
  return { ...fleetdesk, north, south };
});

async function switchTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.common.connection))} `) })
    .click();
  await page.getByRole("menuitem", { name: new RegExp(`^${name} `) }).click();
}

test("two connections are independent: lists, selections and filters do not mix", async () => {
  const { page, north, south } = connected();
  const list = endpointList(page);
  await switchTo(page, "North");
  await expectRows(list, 300);
  const northern = await cellsOf(
    list,
    t(($) => $.fleet.record.name),
    10,
  );
  await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).fill("id:70002,");
  await expectRows(list, 1);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Space");
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: 1 }),
      { exact: true },
    )
    .waitFor();
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("heading", { name: northern[1] ?? "" }).waitFor();
  const before = [await north.requests(), await south.requests()];

  await switchTo(page, "South");
  await expectRows(list, 500);
  const southern = await cellsOf(
    list,
    t(($) => $.fleet.record.name),
    10,
  );
  expect(southern.filter((name) => northern.includes(name))).toEqual([]);
  await page.getByText(t(($) => $.shell.table.noneSelected)).waitFor();
  await expect.poll(() => detail.count()).toBe(0);

  await switchTo(page, "North");
  await expectRows(list, 1);
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: 1 }),
      { exact: true },
    )
    .waitFor();
  // Reading sends no request.
  expect([await north.requests(), await south.requests()]).toEqual(before);
});

test("shows changes of the connection in use, not of the previous one", async () => {
  const { page, north } = connected();
  await mutate(north, { change: [{ id: 70_005, set: { ip_address: "10.99.0.1" } }] });
  await callCore(page, "fleet.sync", { connection: "North", ...endpoints });
  await switchTo(page, "North");
  await page.getByRole("link", { name: t(($) => $.shell.pages.changes), exact: true }).click();
  const changes = listOf(
    page,
    t(($) => $.fleet.changes.title),
  ).getByRole("row");
  await expect.poll(() => changes.count()).toBe(2);
  await changes.nth(1).click();
  await page.getByRole("complementary", { name: t(($) => $.common.details) }).waitFor();
  await switchTo(page, "South");
  await page.getByRole("heading", { name: t(($) => $.fleet.changes.oneSync) }).waitFor();
  await expect.poll(() => page.getByRole("complementary", { name: t(($) => $.common.details) }).count()).toBe(0);
});

test("a sync that was running at exit continues after the next start from its position", async () => {
  const service = await startBigService();
  const evening = await launchFleetdesk({ env: { FLEETDESK_KEYCHAIN: "file", FLEETDESK_PASSPHRASE: "correct horse" } });
  await connectFleet(evening.page, service, { baseUrl: service.baseUrl });
  // The service serves a few pages and no more.
  service.setFaults({ rateLimit: { requests: 8, windowMs: 3_600_000 } });
  await evening.page
    .getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true })
    .first()
    .click();
  await expect.poll(async () => (await requestLog(service)).statuses["429"] ?? 0).toBeGreaterThan(0);
  await evening.desktop.answer(0);
  await evening.desktop.act("close");
  expect(await evening.desktop.ended).toBe(0);
  const collection = t(($) => $.shell.collections.endpoint.many);
  const interrupted = t(($) => $.shell.interrupted.sync, { connection: "Acme", collection });
  expect(evening.desktop.dialogs()).toMatchObject([{ detail: expect.stringContaining(interrupted) as string }]);

  service.setFaults({});
  const pagesRead = async (): Promise<number> => (await requestLog(service)).operations["endpoint.list"] ?? 0;
  const before = await pagesRead();
  const { page } = await evening.restart();
  await goTo(page, "/fleet/endpoint");
  await page
    .getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true })
    .first()
    .click();
  await page
    .getByText(t(($) => $.fleet.cache.completeOf, { count: 10_000, total: 10_000 }))
    .waitFor({ timeout: 120_000 });
  await expectRows(endpointList(page), fleetSize);
  const resumed = (await pagesRead()) - before;
  await callCore(page, "fleet.sync", endpoints);
  const whole = (await pagesRead()) - before - resumed;
  expect(resumed).toBeLessThan(whole);
});

test("after eight hours asleep one sign-in renews the session, for any number of concurrent requests", async () => {
  const { page, desktop, south: service } = connected();
  await switchTo(page, "South");
  await callCore(page, "fleet.sync", {});
  const [before, signIns] = [await service.requests(), await service.signIns()];
  await desktop.power("suspend");
  service.advance(8 * 3_600_000);
  await desktop.power("resume");
  expect(await service.requests()).toBe(before);
  const query = { collection: "endpoint", limit: 10 };
  await Promise.all([
    ...[1, 2, 3, 4, 5, 6].map(() => callCore(page, "fleet.listLive", query)),
    callCore(page, "fleet.sync", {}),
    callCore(page, "fleet.selfCheck", query),
  ]);
  expect(await service.signIns()).toBe(signIns + 1);
  await page.getByRole("button", { name: t(($) => $.shell.session.signedIn) }).waitFor();
});

test("a user's session is renewed once after five hours asleep, and after eight more one request is sent and then a sign-in is required", async () => {
  const service = await startService({ endpoints: 500 });
  const { page, desktop } = connected();
  const sleep = async (hours: number): Promise<void> => {
    await desktop.power("suspend");
    service.advance(hours * 3_600_000);
    await desktop.power("resume");
  };
  const listAtOnce = async (): Promise<readonly string[]> => {
    const query = { collection: "endpoint", limit: 10 };
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => callCore(page, "fleet.listLive", query)));
    return [...new Set(answers.map(({ status }) => status))];
  };
  await goTo(page, "/fleet/endpoint");
  await connectFleet(page, service, { name: "East", baseUrl: service.baseUrl, as: "user" });
  await callCore(page, "fleet.sync", endpoints);
  await sleep(5);
  expect(await listAtOnce()).toEqual(["fulfilled"]);
  expect(await service.signIns()).toBe(2);
  await page.getByRole("button", { name: t(($) => $.shell.session.until, { time: "" }) }).waitFor();

  await sleep(8);
  expect(await listAtOnce()).toEqual(["rejected"]);
  expect(await service.signIns()).toBe(3);
  await page.getByRole("button", { name: t(($) => $.shell.session.signedOut) }).click();
  await page.getByRole("button", { name: t(($) => $.shell.session.signInAgain), exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await expectRows(endpointList(page), 500);
});
