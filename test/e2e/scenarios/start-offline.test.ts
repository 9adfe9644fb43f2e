/** The program starts without a network; all reads work, and the fleet is synchronised when the network is back. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { startService, typeSecret } from "../connecting.ts";
import { launchFleetdesk, scratchDataDir, startFleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import {
  cellsOf,
  connectFleet,
  endpointList,
  expectRows,
  expectSomeRows,
  fleetSize,
  listOf,
  mutate,
  requestLog,
  startBigService,
} from "../support/big-fleet.ts";
import { startCable } from "../support/cable.ts";
import { textPattern } from "../../make/text-pattern.ts";

/** Survives a restart, as a keychain does. */
const persistentKeychain = { FLEETDESK_KEYCHAIN: "file", FLEETDESK_PASSPHRASE: "correct horse battery" };

test("starts offline: the whole cache is available without a network, and changes are shown when it is back", async () => {
  const service = await startBigService();
  const wire = await startCable(service.baseUrl);
  const dataDir = scratchDataDir();
  const evening = await launchFleetdesk({ dataDir, env: persistentKeychain });
  await connectFleet(evening.page, service, { baseUrl: wire.baseUrl });
  await callCore(evening.page, "fleet.sync", {});
  const view = { collection: "endpoint", name: "Meters that are off", filter: "status:1,tags:*meter*", sort: "-name" };
  await callCore(evening.page, "views.save", view);
  const { total: off } = (await callCore(evening.page, "fleet.count", {
    collection: "endpoint",
    filter: view.filter,
  })) as {
    readonly total: number;
  };
  await evening.close();
  const before = await requestLog(service);

  wire.disconnect();
  const desktop = startFleetdesk({ dataDir, env: persistentKeychain });
  await desktop.setOnline(false);
  const page = await desktop.page();
  await goTo(page, "/fleet/endpoint");
  const list = endpointList(page);
  await expectRows(list, fleetSize);
  await page
    .getByText(new RegExp(`^${textPattern((any) => t(($) => $.fleet.cache.syncedAt, { time: any(/\d\d:\d\d/) }))}$`))
    .waitFor();
  await page.getByText(t(($) => $.fleet.cache.completeOf, { count: fleetSize, total: fleetSize })).waitFor();
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor();

  // Search, sort, open a record, another list, a saved view.
  const filter = page.getByRole("combobox", { name: t(($) => $.shell.filter.label) });
  await filter.fill("name:*lyon*");
  await expect
    .poll(() =>
      cellsOf(
        list,
        t(($) => $.fleet.record.name),
        1,
      ),
    )
    .toEqual([expect.stringMatching(/lyon/i)]);
  await list.getByRole("button", { name: t(($) => $.fleet.record.name), exact: true }).click();
  await expect
    .poll(async () =>
      isAscending(
        await cellsOf(
          list,
          t(($) => $.fleet.record.name),
          10,
        ),
      ),
    )
    .toBe(true);
  await list.getByRole("row").nth(3).click();
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail
    .getByText(
      new RegExp(textPattern((any) => t(($) => $.fleet.detail.freshnessUnchanged, { time: any(/\d\d:\d\d/) }))),
    )
    .waitFor();
  await page.getByRole("link", { name: t(($) => $.shell.collections.sim.many), exact: true }).click();
  const sims = await expectSomeRows(
    listOf(
      page,
      t(($) => $.shell.collections.sim.many),
    ),
  );
  expect(sims).toBeLessThanOrEqual(fleetSize);
  await page.getByRole("link", { name: "Meters that are off" }).click();
  await expectRows(list, off);
  await expect
    .poll(
      async () =>
        new Set(
          await cellsOf(
            list,
            t(($) => $.fleet.record.status),
            10,
          ),
        ),
    )
    .toEqual(new Set([t(($) => $.shell.recordStatus.disabled)]));
  expect(wire.attempts()).toBe(0);

  const change = [
    { id: 70_001, set: { status: { id: 1, description: "Disabled" } } },
    { id: 70_002, set: { ip_address: "10.99.0.1" } },
  ];
  await mutate(service, { change, delete: [70_003], add: [{ name: "new in the night" }] });
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
  await page.getByRole("button", { name: t(($) => $.shell.session.signedIn) }).waitFor();
  await page.getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true }).click();
  await page.getByRole("link", { name: t(($) => $.shell.pages.changes), exact: true }).click();
  const changes = listOf(
    page,
    t(($) => $.fleet.changes.title),
  ).getByRole("row");
  await expect.poll(() => changes.count(), { timeout: 120_000 }).toBe(5);
  const patterns = [
    new RegExp(`${RegExp.escape(t(($) => $.shell.recordStatus.disabled))}.*EnabledDisabled`),
    /10\.64\.0\.1.*10\.99\.0\.1/,
    new RegExp(`^70003${RegExp.escape(t(($) => $.fleet.changes.removed))}`),
    new RegExp(`^new in the night${RegExp.escape(t(($) => $.fleet.changes.added))}`),
  ];
  // Names appear a moment after the changes.
  const countMatches = async (): Promise<readonly number[]> => {
    const texts = await changes.allTextContents();
    return patterns.map((pattern) => texts.filter((text) => pattern.test(text)).length);
  };
  await expect.poll(countMatches).toEqual([1, 1, 1, 1]);
  // The previous session was renewed: there was no new sign-in.
  expect((await requestLog(service)).operations["authenticate"]).toBe(before.operations["authenticate"]);
});

function isAscending(names: readonly string[]): boolean {
  return (
    names.length === 10 &&
    names.every((name, at) => at === 0 || (names[at - 1] ?? "").toLowerCase() <= name.toLowerCase())
  );
}

test("a session that ended overnight is shown with its reason when the network is back, and work continues from the cache after signing in", async () => {
  const service = await startService({ endpoints: 500 });
  const wire = await startCable(service.baseUrl);
  const evening = await launchFleetdesk({ env: persistentKeychain });
  await connectFleet(evening.page, service, { baseUrl: wire.baseUrl, as: "user" });
  await callCore(evening.page, "fleet.sync", { collections: ["endpoint"] });
  wire.disconnect();
  const { page } = await evening.restart();
  await goTo(page, "/fleet/endpoint");
  await expectRows(endpointList(page), 500);
  const { username, password, baseUrl } = service;
  await fetch(`${baseUrl}/api/v1/authenticate`, { method: "POST", body: JSON.stringify({ username, password }) });
  await service.revoke({ revokeAuth: true });
  expect(wire.attempts()).toBe(0);

  wire.reconnect();
  await page.getByRole("button", { name: t(($) => $.fleet.sync.start), exact: true }).click();
  await page.getByRole("button", { name: t(($) => $.shell.session.signedOut) }).click();
  await page
    .getByRole("dialog", { name: t(($) => $.shell.session.signedOut) })
    .getByText(formatText(codedText("session-signed-in-elsewhere")))
    .waitFor();
  await page.getByRole("button", { name: t(($) => $.shell.session.signInAgain), exact: true }).click();
  await page.getByRole("button", { name: t(($) => $.connections.session.signInAgainMore) }).click();
  await typeSecret(page, "password", password);
  await page.getByRole("button", { name: t(($) => $.connections.form.signIn), exact: true }).click();
  await page.getByRole("button", { name: t(($) => $.shell.session.until, { time: "" }) }).waitFor();
  await page.getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}\\b`) }).click();
  await expectRows(endpointList(page), 500);
});
