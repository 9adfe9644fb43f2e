/**
 * The core of the window with a data directory that is not writable: reads work, every change is rejected, and a retry opens it for
 * writing.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type App, createApp } from "../../../main/app/create-app.ts";
import type { Hosts, StartStoreThread } from "../../../main/core/hosts.ts";
import { readingOperations } from "../../../main/core/ipc/read-only-calls.ts";
import type { WorkerTask } from "../../../main/core/store/messages.ts";
import { lockDataDir } from "../../../main/platform/node/lock.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../../main/platform/node/keychain-choice.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type ResidentCore, createResidentCore } from "../../../main/app/start-core.ts";
import { contract } from "#shared/contract/index.ts";
import { AppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { makeHosts } from "../../make/hosts.ts";
import { startStoreThread } from "../../make/store-threads.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let simulator: Simulator;
let keychain: ReturnType<typeof createDecidedKeychain>;

interface Running {
  readonly core: App;
  readonly resident: ResidentCore;
}

/** The program as the window starts it. */
function start(overrides: Partial<Hosts> = {}): Running {
  const hosts = makeHosts(folder.path("data"), { keychain, ...overrides });
  const { dataDir, clock, log } = hosts;
  const core = createApp(hosts, { keepAlive: true });
  const confirmRetry = (): Promise<boolean> => Promise.resolve(false);
  return { core, resident: createResidentCore({ core, dataDir, version: "0.0.0", clock, log, confirmRetry }) };
}

/** Number of requests to the service, by operation. */
async function requests(): Promise<unknown> {
  return await (await fetch(`${simulator.baseUrl}/_simulator/requests`)).json();
}

/** A folder in place of a file that must be written simulates missing permissions: these tests may run as root. */
const places = [
  ["its lock cannot be taken", "lock.db-journal"],
  ["its owner cannot be recorded", "owner.json.new"],
  ["its database cannot be marked as open", "fleetdesk.db-open"],
] as const;

const obstruct = (place: string): string => mkdirSync(folder.path(join("data", place))) ?? folder.path("data");
const release = (place: string): void => rmSync(folder.path(join("data", place)), { recursive: true, force: true });

beforeEach(async () => {
  simulator = await startSimulator({ endpoints: 5 });
  keychain = createDecidedKeychain(createMemoryKeychain());
  const { core, resident } = start();
  await resident.started;
  const { client } = core;
  const secret = { applicationToken: simulator.applicationToken };
  await client.connections.connect({ name: "office", baseUrl: simulator.baseUrl, secret });
  await client.fleet.sync({ collections: ["endpoint"] });
  await resident.close();
});
afterEach(() => simulator.close());

test.each(places)("if %s, the cache is read and no other work starts", async (_case, place) => {
  obstruct(place);
  const { core, resident } = start();
  await resident.started;
  const before = await requests();
  expect(core.readOnly).toMatchObject({ code: "data-dir-read-only" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  expect(await core.client.session.get({})).toMatchObject({ state: "signed-in" });
  for (const [feature, { operations }] of Object.entries(contract)) {
    const reading = [...(readingOperations[feature] ?? []), ...(feature === "connections" ? ["use"] : [])];
    for (const name of Object.keys(operations).filter((one) => !reading.includes(one))) {
      expect(await core.call(`${feature}.${name}`, {})).toEqual({ ok: false, failure: core.readOnly });
    }
  }
  await resident.close();
  expect([await requests(), simulator.ledger()]).toEqual([before, []]);
});

test.each(places)("if %s, it is opened for writing once that is possible", async (_case, place) => {
  obstruct(place);
  const { core, resident } = start();
  await resident.started;
  const topics: string[] = [];
  core.onAny((topic) => topics.push(topic));
  await expect(resident.reopen()).rejects.toMatchObject({ code: "data-dir-read-only" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  release(place);
  // Calls that come immediately wait for the database.
  const reopening = resident.reopen();
  const [listed] = await Promise.all([
    core.client.fleet.list({ collection: "endpoint" }),
    reopening,
    resident.reopen(),
  ]);
  expect(listed.items).toHaveLength(5);
  expect(core.readOnly).toBeUndefined();
  await core.client.settings.set({ density: "comfortable" });
  await core.client.fleet.sync({ collections: ["endpoint"] });
  expect(topics).toEqual(expect.arrayContaining(["settings.changed", "fleet.syncEnded"]));
  // The core owns the directory now, and publishes its address.
  expect(lockDataDir(folder.path("data"))).toBeUndefined();
  expect(JSON.parse(readFileSync(folder.path("data/owner.json"), "utf8"))).toMatchObject({ pid: process.pid });
  await resident.close();
  lockDataDir(folder.path("data"))?.release();
});

test("each connection can be browsed, and the last one stays the current one", async () => {
  const first = start();
  await first.resident.started;
  const secret = { applicationToken: simulator.applicationToken };
  await first.core.client.connections.connect({ name: "depot", baseUrl: simulator.baseUrl, secret });
  await first.resident.close();
  obstruct("lock.db-journal");
  const { core, resident } = start();
  const { client } = core;
  await resident.started;
  const current = async (): Promise<readonly string[]> =>
    (await client.connections.list({})).connections.filter((one) => one.current).map(({ name }) => name);
  expect([await current(), (await client.fleet.list({ collection: "endpoint" })).items]).toEqual([["depot"], []]);
  await expect(client.connections.use({ connection: "nowhere" })).rejects.toMatchObject({ code: "connection-unknown" });
  await client.connections.use({ connection: "office" });
  expect(await current()).toEqual(["office"]);
  expect((await client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  release("lock.db-journal");
  await resident.reopen();
  expect(await current()).toEqual(["office"]);
  await resident.close();
});

test("another process that took the directory in between keeps it, and the cache is still read", async () => {
  obstruct("lock.db-journal");
  const { core, resident } = start();
  await resident.started;
  release("lock.db-journal");
  const other = lockDataDir(folder.path("data"));
  await expect(resident.reopen()).rejects.toMatchObject({ code: "data-dir-in-use" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  other?.release();
  await resident.reopen();
  expect(core.readOnly).toBeUndefined();
  await resident.close();
});

test("an obstacle that is followed by another one leaves the cache readable", async () => {
  obstruct("lock.db-journal");
  const { core, resident } = start();
  await resident.started;
  release("lock.db-journal");
  obstruct("owner.json.new");
  await expect(resident.reopen()).rejects.toMatchObject({ code: "data-dir-read-only" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  release("owner.json.new");
  await resident.reopen();
  await core.client.settings.set({ density: "comfortable" });
  await resident.close();
});

test("a database that could not be opened after a restore is opened by a retry", async () => {
  let isFull = false;
  const startThread: StartStoreThread = (task, name) => {
    if (isFull && (task as WorkerTask).kind === "serve") throw new AppError("disk-full", codedText("disk-full"));
    return startStoreThread(task, name);
  };
  const { core, resident } = start({ startStoreThread: startThread });
  await resident.started;
  const { name: backup } = await core.client.data.createBackup({});
  isFull = true;
  await expect(core.client.data.restoreBackup({ backup })).rejects.toMatchObject({ code: "disk-full" });
  await expect(resident.reopen()).rejects.toMatchObject({ code: "disk-full" });
  isFull = false;
  await resident.reopen();
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  await resident.close();
});

test("a directory without a database is not opened for reading", async () => {
  rmSync(folder.path("data"), { recursive: true });
  mkdirSync(folder.path("data"));
  obstruct("lock.db-journal");
  const { resident } = start();
  await expect(resident.started).rejects.toMatchObject({ code: "data-dir-read-only" });
});
