/** Changing a connection, deleting it, and working without a network. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Keychain } from "../../../../main/core/hosts.ts";
import { createMemoryKeychain, createDecidedKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeConnectivity } from "../../../fakes/fake-connectivity.ts";
import { countRows, openCore, type Core } from "../../../make/core.ts";
import { add5, holdReading, ids, openQuotaCore, planChange } from "../../../make/quotas.ts";
import { holdMs } from "../../../make/service-client.ts";

/** A connection with a cache and a saved view. */
async function fillConnection(core: Core, name: string): Promise<void> {
  await core.connect(name);
  await core.sync("endpoint");
  await core.client.views.save({ collection: "endpoint", name: "all", filter: "", sort: "" });
}

test("options are changed by name and apply to the next call; the others stay unchanged", async () => {
  await using core = await openCore({ clock: createFakeClock(), simulator: { accept: { separator: "space" } } });
  const before = await core.client.connections.get({});
  const changed = await core.client.connections.setOptions({
    connection: "practice",
    options: { ceiling: { requests: 5, seconds: 60 } },
  });
  expect(changed).toEqual({ ...before, options: { ...before.options, ceiling: { requests: 5, seconds: 60 } } });
  expect(await core.client.connections.governor({})).toMatchObject({
    ceiling: { requests: 5, seconds: 60 },
    waitingMs: 0,
  });
  // Each reads one page, with one request.
  for (let requests = 0; requests < 5; requests += 1) {
    expect((await core.client.connections.governor({})).limitedBy).toBeUndefined();
    await core.client.fleet.sync({ collections: ["organisation"] });
  }
  expect((await core.client.connections.governor({})).limitedBy).toBe("ceiling");
});

test("a read-only connection reads, and sends and changes nothing", async () => {
  await using core = await openCore();
  const { client, simulator } = core;
  const { campaignId } = await client.campaigns.plan({
    name: "reboot",
    from: "4911",
    text: "REBOOT",
    audience: [{ source: { csv: { file: core.writeIds(3) } } }],
  });
  const readOnly = { code: "connection-read-only", text: codedText("connection-read-only", { name: "practice" }) };
  await client.connections.setOptions({ connection: "practice", options: { readOnly: true } });
  await client.fleet.sync({ collections: ["endpoint"] });
  const endpoint = (await client.fleet.list({ collection: "endpoint" })).items[0]?.id ?? "";
  await expect(client.sms.send({ endpoint, from: "4911", text: "REBOOT" })).rejects.toMatchObject(readOnly);
  await expect(client.campaigns.start({ campaignId })).rejects.toMatchObject(readOnly);
  // Not in the table of operations: the client of the connection rejects it.
  await expect(client.connections.request({ method: "POST", path: "/api/v1/dns", body: "{}" })).rejects.toMatchObject({
    ...readOnly,
    details: { accepted: "no" },
  });
  expect(await client.campaigns.status({ campaignId })).toMatchObject({ state: "planned", counts: { pending: 3 } });
  expect(simulator.ledger()).toEqual([]);
  // A new sign-in without options keeps it.
  const secret = { applicationToken: simulator.applicationToken };
  await client.connections.connect({ name: "practice", baseUrl: simulator.baseUrl, secret });
  expect((await client.connections.get({})).options.readOnly).toBe(true);
  await client.connections.setOptions({ connection: "practice", options: { readOnly: false } });
  await client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "finished");
});

test("a connection that becomes read-only sends nothing that waits for a permit", async () => {
  await using core = await openCore({
    clock: createFakeClock(),
    faults: [{ kind: "throttle", on: "sms.send", rate: 1, attempts: 1, retryAfter: 1 }],
  });
  const { client, simulator } = core;
  const body = JSON.stringify({ source_address: "4911", payload: "REBOOT" });
  const request = { method: "POST" as const, path: "/api/v1/endpoint/70001/sms", body };
  await expect(client.connections.request(request)).rejects.toMatchObject({ text: { params: { status: 429 } } });
  const waiting = client.connections.request(request).catch((error: unknown) => error);
  await client.connections.setOptions({ connection: "practice", options: { readOnly: true } });
  await core.clock.advance(60_000);
  expect(await waiting).toMatchObject({ code: "connection-read-only", details: { accepted: "no" } });
  expect(simulator.ledger()).toEqual([]);
  expect(await core.requests("sms.send")).toBe(1);
});

test("options are not changed and a connection is not deleted while one of its campaigns is open", async () => {
  await using core = await openCore({ faults: [{ kind: "late", on: "sms.send", rate: 1, delayMs: 300 }] });
  const { campaignId } = await core.client.campaigns.plan({
    name: "reboot",
    from: "4911",
    text: "REBOOT",
    audience: [{ source: { csv: { file: core.writeIds(50) } } }],
    rate: 1,
  });
  await expect(core.client.connections.delete({ connection: "practice" })).rejects.toMatchObject({
    code: "connection-in-use",
    text: codedText("connection-campaigns-open", { count: 1, name: "practice" }),
  });
  await core.client.campaigns.start({ campaignId });
  await expect(
    core.client.connections.setOptions({ connection: "practice", options: { separator: "space" } }),
  ).rejects.toMatchObject({
    code: "connection-in-use",
  });
  await expect(
    core.client.connections.setOptions({ connection: "practice", options: { readOnly: true } }),
  ).rejects.toMatchObject({ code: "connection-in-use" });
  await core.client.connections.setOptions({
    connection: "practice",
    options: { environment: "test", colour: "blue" },
  });
  await core.client.campaigns.cancel({ campaignId });
  await core.untilCampaign(campaignId, "cancelled");
  await core.client.connections.setOptions({ connection: "practice", options: { separator: "space" } });
  await core.client.connections.delete({ connection: "practice" });
  expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ state: "cancelled" });
});

test("during a campaign a connection can sign in again, but not change its address or become read-only", async () => {
  await using core = await openCore();
  const { client, simulator } = core;
  const { campaignId } = await client.campaigns.plan({
    name: "reboot",
    from: "4911",
    text: "REBOOT",
    audience: [{ source: { csv: { file: core.writeIds(100) } } }],
    rate: 1,
  });
  await client.campaigns.start({ campaignId });
  const { options } = await client.connections.get({});
  const again = {
    name: "practice",
    baseUrl: simulator.baseUrl,
    secret: { applicationToken: simulator.applicationToken },
  };
  const changes = [
    { options: { ...options, reconcileAfterMs: 201 } },
    { options: { ...options, readOnly: true } },
    { baseUrl: "http://127.0.0.1:1" },
  ];
  for (const change of changes) {
    await expect(client.connections.connect({ ...again, options, ...change })).rejects.toMatchObject({
      code: "connection-in-use",
    });
  }
  await client.connections.connect({ ...again, options });
  await client.campaigns.start({ campaignId, rate: 1000 });
  const { counts } = await core.untilCampaign(campaignId, "finished");
  expect(counts).toMatchObject({ pending: 0, refused: 0, unknown: 0, cancelled: 0 });
  expect(counts.accepted).toBe(simulator.ledger().length);
});

/** A bulk change with seven requests in flight, which `holdMs` of the simulator's clock answer; the change cannot end. */
async function startQuotaChange(core: Core): Promise<number> {
  // As many rows as are performed at once: none begins later.
  const change = await planChange(core, add5, { ids: ids.slice(0, 8) });
  const reading = { ...holdReading(70_008), delayMs: 2 * holdMs };
  core.setFaults(reading, { kind: "late", rate: 1, delayMs: holdMs, on: "quota.set" });
  await core.client.quotas.start({ change });
  await expect.poll(() => core.requests("quota.set")).toBe(7);
  return change;
}

test("during a quota change a connection can sign in again with other options, but not at another address", async () => {
  await using core = await openQuotaCore();
  const { client, simulator } = core;
  const change = await startQuotaChange(core);
  const again = { name: "practice", secret: { applicationToken: simulator.applicationToken } };
  const address = new URL(simulator.baseUrl);
  address.hostname = "localhost";
  await expect(client.connections.connect({ ...again, baseUrl: address.href })).rejects.toMatchObject({
    code: "connection-in-use",
    text: codedText("connection-changing-quotas", { name: "practice" }),
  });
  await client.connections.connect({ ...again, baseUrl: simulator.baseUrl, options: { separator: "space" } });
  core.simulator.advance(holdMs);
  await client.quotas.interrupt({ change });
  await client.connections.connect({ ...again, baseUrl: address.href });
});

test("the requests of a quota change in flight have an outcome before its connection is deleted", async () => {
  await using core = await openQuotaCore();
  await startQuotaChange(core);
  const deleted = core.client.connections.delete({ connection: "practice" });
  await expect.poll(async () => (await core.client.connections.list({})).connections).toEqual([]);
  core.simulator.advance(holdMs);
  await deleted;
  const { items } = await core.client.audit.list({ kind: ["change"] });
  expect(items).toHaveLength(7);
  expect(items.map(({ outcome }) => outcome)).toEqual(items.map(() => "done"));
});

test("a deleted connection leaves no token, no row of the cache and no view", async () => {
  const memory = createMemoryKeychain();
  const storedKeys = new Set<string>();
  const keychain = createDecidedKeychain({
    ...memory,
    set: (key, value) => memory.set(key, value).then(() => void storedKeys.add(key)),
    delete: (key) => memory.delete(key).then(() => void storedKeys.delete(key)),
  });
  await using core = await openCore({ simulator: { endpoints: 300 }, connection: false, hosts: { keychain } });
  const { client } = core;
  for (const name of ["work", "other"]) await fillConnection(core, name);
  await client.connections.delete({ connection: "other" });
  await expect(client.connections.get({})).rejects.toMatchObject({
    code: "no-connection",
    text: codedText("no-connection-selected"),
  });
  await expect(client.connections.get({ connection: "other" })).rejects.toMatchObject({ code: "connection-unknown" });
  expect((await client.connections.list({})).connections.map(({ name }) => name)).toEqual(["work"]);
  expect(storedKeys.size).toBe(1);
  await core.app.stop();
  const tables = ["fleet_endpoint", "view", "fleet_run"];
  expect(tables.map((table) => countRows(core, table))).toEqual([300, 1, 1]);
  expect(tables.map((table) => countRows(core, table, "count(DISTINCT connection)"))).toEqual([1, 1, 1]);
  expect(countRows(core, "fleet_endpoint_raw")).toBe(300);
  const retired = "SELECT session, identity FROM connection WHERE retired_at IS NOT NULL";
  expect(core.inDatabase((db) => db.prepare(retired).get())).toMatchObject({ session: "{}", identity: "{}" });
});

test("a deletion interrupted by a crash is completed at the next start", async () => {
  await using core = await openCore({ simulator: { endpoints: 100 }, connection: false });
  for (const name of ["work", "other"]) await fillConnection(core, name);
  await core.app.stop();
  core.inDatabase((db) => db.exec("UPDATE connection SET retired_at = 1, is_current = 0 WHERE name = 'other'"));
  await core.restart();
  const left = (): unknown[] =>
    ["fleet_endpoint", "view", "fleet_run"].map((table) => countRows(core, table, "count(DISTINCT connection)"));
  await expect.poll(left).toEqual([1, 1, 1]);
});

test("a connection that is deleted during a sync leaves nothing either", async () => {
  await using core = await openCore({ simulator: { endpoints: 20_000 } });
  const syncing = core.client.fleet.sync({ collections: ["endpoint"] }).catch((error: unknown) => error);
  await expect.poll(async () => (await core.client.fleet.syncs({})).syncs[0]?.done ?? 0).toBeGreaterThan(0);
  await core.client.connections.delete({ connection: "practice" });
  expect(await syncing).toMatchObject({ code: expect.any(String) as string });
  const tables = ["fleet_endpoint", "fleet_endpoint_seen", "fleet_run", "fleet_run_page"];
  expect(tables.map((table) => countRows(core, table))).toEqual([0, 0, 0, 0]);
});

test("without a network every request to the service fails immediately, and the cache is readable", async () => {
  const connectivity = createFakeConnectivity();
  const memory = createMemoryKeychain();
  const moves: ((entry: string) => string)[] = [];
  const keychain: Keychain = {
    ...memory,
    get: async (key) => {
      const entry = await memory.get(key);
      return entry === undefined ? undefined : moves.reduce((text, move) => move(text), entry);
    },
  };
  const hosts = { connectivity, keychain: createDecidedKeychain(keychain) };
  await using core = await openCore({ simulator: { endpoints: 20 }, hosts });
  expect(await core.client.connections.reachability({})).toMatchObject({ connection: "practice", state: "online" });
  await core.app.stop();
  // The same connection, with its tokens, as if its service were on another host: a service on this computer needs no network.
  core.inDatabase((db) => db.exec("UPDATE connection SET base_url = 'https://cdn.example.net'"));
  moves.push((entry) => entry.replaceAll(core.simulator.baseUrl, "https://cdn.example.net"));
  connectivity.turn(false);
  await core.restart({ keepAlive: true });
  const { app, client } = core;
  const payloads: unknown[] = [];
  app.on("connections.reachabilityChanged", (payload) => payloads.push(payload));
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
  await expect.poll(() => payloads.length).toBeGreaterThan(0);
});
