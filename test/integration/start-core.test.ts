/** The core of the window over a data directory that cannot be written: it reads, refuses every change, and is opened again. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type App, createApp } from "../../main/app.ts";
import { readingOperations } from "../../main/ipc/read-only-calls.ts";
import { lockDataDir } from "../../main/node/lock.ts";
import { createDecidedKeychain } from "../../main/node/keychain-decided.ts";
import { createMemoryKeychain } from "../../main/node/keychain-memory.ts";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";
import { type KeptCore, keepCore } from "../../main/start-core.ts";
import { treaty } from "../../preload/contract/index.ts";
import { makeHosts } from "../make/hosts.ts";
import { useScratchFolder } from "../make/scratch-folder.ts";

const folder = useScratchFolder();
let simulator: Simulator;
let keychain: ReturnType<typeof createDecidedKeychain>;

interface Running {
  readonly core: App;
  readonly kept: KeptCore;
}

/** The program as the window starts it. */
function start(): Running {
  const hosts = makeHosts(folder.path("data"), { keychain });
  const { dataDir, clock, log } = hosts;
  const core = createApp(hosts, { lasting: true });
  const askAgain = (): Promise<boolean> => Promise.resolve(false);
  return { core, kept: keepCore({ core, dataDir, version: "0.0.0", clock, log, askAgain }) };
}

/** How often the service was asked, by operation. */
async function requests(): Promise<unknown> {
  return await (await fetch(`${simulator.baseUrl}/_simulator/requests`)).json();
}

/** A folder where a file has to be written stands for rights that are missing: these tests may run as root. */
const places = [
  ["its lock cannot be taken", "lock.db-journal"],
  ["its owner cannot be written down", "owner.json.new"],
  ["its database cannot be marked as open", "fleetdesk.db-open"],
] as const;

const obstruct = (place: string): string => mkdirSync(folder.path(join("data", place))) ?? folder.path("data");
const release = (place: string): void => rmSync(folder.path(join("data", place)), { recursive: true, force: true });

beforeEach(async () => {
  simulator = await startSimulator({ endpoints: 5 });
  keychain = createDecidedKeychain(createMemoryKeychain());
  const { core, kept } = start();
  await kept.started;
  const { client } = core;
  const secret = { applicationToken: simulator.applicationToken };
  await client.connections.connect({ name: "office", baseUrl: simulator.baseUrl, secret });
  await client.fleet.sync({ collections: ["endpoint"] });
  await kept.close();
});
afterEach(() => simulator.close());

test.each(places)("where %s, the cache is read and nothing else is begun", async (_case, place) => {
  obstruct(place);
  const { core, kept } = start();
  await kept.started;
  const before = await requests();
  expect(core.readOnly).toMatchObject({ code: "data-dir-read-only" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  expect(await core.client.session.get({})).toMatchObject({ state: "signed-in" });
  for (const [feature, { operations }] of Object.entries(treaty)) {
    const reading = [...(readingOperations[feature] ?? []), ...(feature === "connections" ? ["use"] : [])];
    for (const name of Object.keys(operations).filter((one) => !reading.includes(one))) {
      expect(await core.call(`${feature}.${name}`, {})).toEqual({ ok: false, failure: core.readOnly });
    }
  }
  await kept.close();
  expect([await requests(), simulator.ledger()]).toEqual([before, []]);
});

test.each(places)("where %s, it is opened for writing once it can be", async (_case, place) => {
  obstruct(place);
  const { core, kept } = start();
  await kept.started;
  const heard: string[] = [];
  core.onAny((topic) => heard.push(topic));
  await expect(kept.reopen()).rejects.toMatchObject({ code: "data-dir-read-only" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  release(place);
  // Asked at once, calls wait for the database.
  const reopened = kept.reopen();
  const [listed] = await Promise.all([core.client.fleet.list({ collection: "endpoint" }), reopened, kept.reopen()]);
  expect(listed.items).toHaveLength(5);
  expect(core.readOnly).toBeUndefined();
  await core.client.settings.set({ density: "comfortable" });
  await core.client.fleet.sync({ collections: ["endpoint"] });
  expect(heard).toEqual(expect.arrayContaining(["settings.changed", "fleet.syncEnded"]));
  // It owns the directory now, and says how it is reached.
  expect(lockDataDir(folder.path("data"))).toBeUndefined();
  expect(JSON.parse(readFileSync(folder.path("data/owner.json"), "utf8"))).toMatchObject({ pid: process.pid });
  await kept.close();
  lockDataDir(folder.path("data"))?.release();
});

test("each connection can be browsed, and the last one stays the current one", async () => {
  const first = start();
  await first.kept.started;
  const secret = { applicationToken: simulator.applicationToken };
  await first.core.client.connections.connect({ name: "depot", baseUrl: simulator.baseUrl, secret });
  await first.kept.close();
  obstruct("lock.db-journal");
  const { core, kept } = start();
  const { client } = core;
  await kept.started;
  const current = async (): Promise<readonly string[]> =>
    (await client.connections.list({})).connections.filter((one) => one.current).map(({ name }) => name);
  expect([await current(), (await client.fleet.list({ collection: "endpoint" })).items]).toEqual([["depot"], []]);
  await expect(client.connections.use({ connection: "nowhere" })).rejects.toMatchObject({ code: "connection-unknown" });
  await client.connections.use({ connection: "office" });
  expect(await current()).toEqual(["office"]);
  expect((await client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  release("lock.db-journal");
  await kept.reopen();
  expect(await current()).toEqual(["office"]);
  await kept.close();
});

test("another process that took the directory meanwhile keeps it, and the cache is still read", async () => {
  obstruct("lock.db-journal");
  const { core, kept } = start();
  await kept.started;
  release("lock.db-journal");
  const other = lockDataDir(folder.path("data"));
  await expect(kept.reopen()).rejects.toMatchObject({ code: "data-dir-in-use" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  other?.release();
  await kept.reopen();
  expect(core.readOnly).toBeUndefined();
  await kept.close();
});

test("an obstacle that gives way to another one leaves the cache readable", async () => {
  obstruct("lock.db-journal");
  const { core, kept } = start();
  await kept.started;
  release("lock.db-journal");
  obstruct("owner.json.new");
  await expect(kept.reopen()).rejects.toMatchObject({ code: "data-dir-read-only" });
  expect((await core.client.fleet.list({ collection: "endpoint" })).items).toHaveLength(5);
  release("owner.json.new");
  await kept.reopen();
  await core.client.settings.set({ density: "comfortable" });
  await kept.close();
});

test("a directory without a database is not opened for reading", async () => {
  rmSync(folder.path("data"), { recursive: true });
  mkdirSync(folder.path("data"));
  obstruct("lock.db-journal");
  const { kept } = start();
  await expect(kept.started).rejects.toMatchObject({ code: "data-dir-read-only" });
});
