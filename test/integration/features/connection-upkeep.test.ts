/** Changing a connection, forgetting it, and the world without a network. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createMemoryKeychain } from "../../../main/node/keychain-memory.ts";
import { createDecidedKeychain } from "../../../main/node/keychain-decided.ts";
import { createApp } from "../../../main/app.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createFakeConnectivity } from "../../fakes/fake-connectivity.ts";
import { openCampaignCore } from "../../make/campaign-core.ts";
import { makeHosts } from "../../make/hosts.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

test("options are changed by name and hold for the next call; the rest keeps its value", async () => {
  await using core = await openCampaignCore({ simulator: { accept: { separator: "space" } } });
  const before = await core.client.connections.get({});
  const changed = await core.client.connections.setOptions({
    connection: "practice",
    options: { ceiling: { requests: 5, seconds: 60 } },
  });
  expect(changed).toEqual({ ...before, options: { ...before.options, ceiling: { requests: 5, seconds: 60 } } });
  expect(await core.client.connections.governor({})).toMatchObject({
    ceiling: { requests: 5, seconds: 60 },
    ratePerSecond: 0,
    waitingMs: 0,
  });
  await core.client.fleet.sync({ collections: ["organisation"] });
  expect((await core.client.connections.governor({})).ratePerSecond).toBeGreaterThan(0);
});

test("options are not changed and a connection is not forgotten while a campaign of it is open", async () => {
  await using core = await openCampaignCore({
    simulator: { faults: { rules: [{ kind: "late", on: "sms.send", rate: 1, delayMs: 300 }] } },
  });
  const { campaignId } = await core.client.campaigns.plan({
    name: "reboot",
    from: "4911",
    text: "REBOOT",
    audience: [{ source: { csv: { file: core.writeIds(50) } } }],
    rate: 5,
  });
  await expect(core.client.connections.forget({ connection: "practice" })).rejects.toMatchObject({
    code: "connection-in-use",
    message: 'A campaign is still open on "practice". Let them end, or cancel them first.',
  });
  await core.client.campaigns.start({ campaignId });
  await expect(
    core.client.connections.setOptions({ connection: "practice", options: { separator: "space" } }),
  ).rejects.toMatchObject({
    code: "connection-in-use",
  });
  await core.client.campaigns.cancel({ campaignId });
  await core.until(campaignId, "cancelled");
  await core.client.connections.setOptions({ connection: "practice", options: { separator: "space" } });
  await core.client.connections.forget({ connection: "practice" });
  expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ state: "cancelled" });
});

test("under a running campaign a connection is signed in anew, but not led another way", async () => {
  await using core = await openCampaignCore();
  const { client, simulator } = core;
  const { campaignId } = await client.campaigns.plan({
    name: "reboot",
    from: "4911",
    text: "REBOOT",
    audience: [{ source: { csv: { file: core.writeIds(100) } } }],
    rate: 20,
  });
  await client.campaigns.start({ campaignId });
  const { options } = await client.connections.get({});
  const again = {
    name: "practice",
    baseUrl: simulator.baseUrl,
    secret: { applicationToken: simulator.applicationToken },
  };
  for (const change of [{ options: { ...options, reconcileAfterMs: 201 } }, { baseUrl: "http://127.0.0.1:1" }]) {
    await expect(client.connections.connect({ ...again, options, ...change })).rejects.toMatchObject({
      code: "connection-in-use",
    });
  }
  await client.connections.connect({ ...again, options });
  await client.campaigns.start({ campaignId, rate: 1000 });
  const { counts } = await core.until(campaignId, "finished");
  expect(counts).toMatchObject({ pending: 0, refused: 0, unknown: 0, cancelled: 0 });
  expect(counts.accepted).toBe(simulator.ledger().length);
});

test("a connection that is forgotten leaves no token, no row of the cache and no view", async () => {
  const keychain = createMemoryKeychain();
  const kept = new Set<string>();
  const noting = createDecidedKeychain({
    ...keychain,
    set: (key, value) => keychain.set(key, value).then(() => void kept.add(key)),
    delete: (key) => keychain.delete(key).then(() => void kept.delete(key)),
  });
  const service = await startSimulator({ endpoints: 300 });
  const app = createApp(makeHosts(folder.path("data"), { keychain: noting }));
  await app.start();
  const { client } = app;
  const secret = { applicationToken: service.applicationToken };
  for (const name of ["work", "other"]) {
    await client.connections.connect({ name, baseUrl: service.baseUrl, secret });
    await client.fleet.sync({ collections: ["endpoint"] });
    await client.views.save({ collection: "endpoint", name: "all", filter: "", sort: "" });
  }
  await client.connections.forget({ connection: "other" });
  await expect(client.connections.get({})).rejects.toMatchObject({
    code: "no-connection",
    message: "No connection is chosen. Choose one, or connect to a service.",
  });
  await expect(client.connections.get({ connection: "other" })).rejects.toMatchObject({ code: "connection-unknown" });
  expect((await client.connections.list({})).connections.map(({ name }) => name)).toEqual(["work"]);
  expect(kept.size).toBe(1);
  await app.stop();
  await service.close();
  const database = new DatabaseSync(folder.path("data/fleetdesk.db"), { readOnly: true });
  const count = (table: string): unknown =>
    database.prepare(`SELECT count(*) AS rows, count(DISTINCT connection) AS of FROM ${table}`).get();
  expect([count("fleet_endpoint"), count("view"), count("fleet_run")].map((row) => ({ ...(row as object) }))).toEqual([
    { rows: 300, of: 1 },
    { rows: 1, of: 1 },
    { rows: 1, of: 1 },
  ]);
  expect(database.prepare("SELECT count(*) AS rows FROM fleet_endpoint_raw").get()).toMatchObject({ rows: 300 });
  expect(database.prepare("SELECT session, identity FROM connection WHERE retired_at IS NOT NULL").get()).toMatchObject(
    {
      session: "{}",
      identity: "{}",
    },
  );
  database.close();
});

test("a forget that died in its middle is gone on with at the next start", async () => {
  const service = await startSimulator({ endpoints: 100 });
  const hosts = makeHosts(folder.path("data"), {});
  const first = createApp(hosts);
  await first.start();
  const secret = { applicationToken: service.applicationToken };
  for (const name of ["work", "other"]) {
    await first.client.connections.connect({ name, baseUrl: service.baseUrl, secret });
    await first.client.fleet.sync({ collections: ["endpoint"] });
    await first.client.views.save({ collection: "endpoint", name: "all", filter: "", sort: "" });
  }
  await first.stop();
  const database = new DatabaseSync(folder.path("data/fleetdesk.db"));
  database.exec("UPDATE connection SET retired_at = 1, is_current = 0 WHERE name = 'other'");
  const second = createApp(hosts);
  await second.start();
  const left = (): unknown[] =>
    ["fleet_endpoint", "view", "fleet_run"].map(
      (table) => database.prepare(`SELECT count(DISTINCT connection) AS n FROM ${table}`).get()?.["n"],
    );
  await expect.poll(left).toEqual([1, 1, 1]);
  database.close();
  await second.stop();
  await service.close();
});

test("a connection that is forgotten while it is synchronised leaves nothing either", async () => {
  await using core = await openCampaignCore({ simulator: { endpoints: 20_000 } });
  const syncing = core.client.fleet.sync({ collections: ["endpoint"] }).catch((error: unknown) => error);
  await expect.poll(async () => (await core.client.fleet.syncs({})).syncs[0]?.done ?? 0).toBeGreaterThan(0);
  await core.client.connections.forget({ connection: "practice" });
  expect(await syncing).toMatchObject({ code: expect.any(String) as string });
  const database = new DatabaseSync(`${core.dataDir}/fleetdesk.db`, { readOnly: true });
  const rows = ["fleet_endpoint", "fleet_endpoint_seen", "fleet_run", "fleet_run_page"].map(
    (table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"],
  );
  database.close();
  expect(rows).toEqual([0, 0, 0, 0]);
});

test("without a network everything that asks the service says so at once, and the cache is there", async () => {
  const connectivity = createFakeConnectivity();
  const service = await startSimulator({ endpoints: 20 });
  const hosts = makeHosts(folder.path("data"), { connectivity });
  const first = createApp(hosts);
  await first.start();
  const secret = { applicationToken: service.applicationToken };
  await first.client.connections.connect({ name: "work", baseUrl: service.baseUrl, secret });
  await first.client.fleet.sync({ collections: ["endpoint"] });
  expect(await first.client.connections.reachability({})).toMatchObject({ connection: "work", state: "online" });
  await first.stop();
  // The same connection as one that lies elsewhere: what is on this computer needs no network.
  const database = new DatabaseSync(folder.path("data/fleetdesk.db"));
  database.exec("UPDATE connection SET base_url = 'https://cdn.example.net'");
  database.close();
  connectivity.turn(false);
  const app = createApp(hosts, { lasting: true });
  const told: unknown[] = [];
  app.on("connections.reachabilityChanged", (payload) => told.push(payload));
  await app.start();
  const { client } = app;
  await expect(client.sms.list({ endpoint: "70001" })).rejects.toMatchObject({ code: "offline" });
  expect(
    await client.sms.send({ endpoint: "70001", from: "4911", text: "STATUS" }).catch((error: unknown) => error),
  ).toMatchObject({
    code: "offline",
  });
  expect(await client.connections.reachability({})).toMatchObject({ state: "offline", code: "offline" });
  expect((await client.fleet.list({ collection: "endpoint" })).items.length).toBe(20);
  expect(await client.session.get({})).toMatchObject({ state: "signed-in" });
  connectivity.turn(true);
  connectivity.turn(false);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await app.stop();
  await service.close();
});
