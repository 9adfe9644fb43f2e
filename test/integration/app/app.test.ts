import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createApp, type App } from "../../../main/app/create-app.ts";
import type { StartStoreThread } from "../../../main/core/hosts.ts";
import type { WorkerTask } from "../../../main/core/store/messages.ts";
import { AppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { openCore } from "../../make/core.ts";
import { startStoreThread } from "../../make/store-threads.ts";
import { makeHosts } from "../../make/hosts.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

const appIn = (dataDir: string): App => createApp(makeHosts(dataDir));

test("a core accepts calls only between start and stop; both may be called twice or not at all", async () => {
  const app = appIn(folder.path("data"));
  await app.stop();
  const notStarted = { ok: false, failure: { code: "not-started" } };
  expect(await app.call("connections.list", {})).toMatchObject(notStarted);
  await app.start();
  expect(await app.call("connections.list", {})).toEqual({ ok: true, value: { connections: [] } });
  await app.stop();
  await app.stop();
  expect(await app.call("connections.list", {})).toMatchObject(notStarted);
});

test("a core that cannot open its database throws the reason, and may be stopped", async () => {
  const app = appIn(folder.write("data", "a file where the directory should be"));
  await expect(app.start()).rejects.toMatchObject({ code: "data-dir-read-only" });
  await app.stop();
});

/** `onStart` sees each task of a thread before it starts, and may throw. */
const appWith = (onStart: (kind: WorkerTask["kind"]) => void): App => {
  const start: StartStoreThread = (task, name) => {
    onStart((task as WorkerTask).kind);
    return startStoreThread(task, name);
  };
  return createApp(makeHosts(folder.path("data"), { startStoreThread: start }));
};

test("a stop waits for a restore that has begun, and the database stays closed", async () => {
  const started: string[] = [];
  const isReplaced = (): boolean => readdirSync(folder.path("data")).some((name) => name.includes("-replaced-"));
  let stopping: Promise<boolean> | undefined;
  const app = appWith((kind) => {
    started.push(kind);
    if (kind === "restore") stopping = app.stop().then(isReplaced);
  });
  await app.start();
  const { name: backup } = await app.client.data.createBackup({});
  expect(await app.client.data.restoreBackup({ backup })).toMatchObject({ former: expect.any(String) });
  expect(await stopping).toBe(true);
  expect(started).toEqual(["serve", "compare", "restore"]);
  expect(await app.call("connections.list", {})).toMatchObject({ failure: { code: "not-started" } });
  await app.start();
  expect(await app.client.connections.list({})).toEqual({ connections: [] });
  await app.stop();
});

test.each([
  [["serve"], "disk-full"],
  [["restore", "serve"], "database-error"],
] as const)("a core that cannot be opened again says why (fails: %s)", async (failing, code) => {
  const codes: Partial<Record<WorkerTask["kind"], string>> = { serve: "disk-full", restore: "database-error" };
  let fails: readonly WorkerTask["kind"][] = [];
  const app = appWith((kind) => {
    if (fails.includes(kind)) throw new AppError(codes[kind] ?? "", codedText("database-closed"));
  });
  await app.start();
  const { name: backup } = await app.client.data.createBackup({});
  fails = failing;
  await expect(app.client.data.restoreBackup({ backup })).rejects.toMatchObject({ code });
  expect(await app.call("connections.list", {})).toMatchObject({ ok: false, failure: { code: "disk-full" } });
  expect(app.closed).toMatchObject({ code: "disk-full" });
  fails = [];
  await app.start();
  expect(app.closed).toBeUndefined();
  expect(await app.client.connections.list({})).toEqual({ connections: [] });
  await app.stop();
});

test("a core on the test template has the state after a first start, and no pending work", async () => {
  const describeCore = async (template: boolean): Promise<unknown> => {
    await using core = await openCore({ clock: createFakeClock(), connection: false, template });
    const { waiting } = core.clock;
    await core.app.stop();
    const all = (sql: string) => core.inDatabase((db) => db.prepare(sql).all());
    const pragmas = ["user_version", "journal_mode", "page_size", "encoding", "auto_vacuum", "application_id"];
    const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    return {
      waiting,
      files: readdirSync(core.dataDir).map((name) => [name, statSync(join(core.dataDir, name)).mode]),
      pragmas: pragmas.map((name) => all(`PRAGMA ${name}`)),
      schema: all("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"),
      rows: tables.map(({ name }) => [name, all(`SELECT * FROM "${String(name)}"`)]),
    };
  };
  expect(await describeCore(true)).toEqual(await describeCore(false));
});

test("changes are published on topics that carry ids", async () => {
  await using core = await openCore({ simulator: { endpoints: 30 }, connection: false });
  const published = new Set<string>();
  core.app.onAny((topic, payload) => published.add(`${topic} ${JSON.stringify(payload)}`));
  await core.connect("practice");
  await core.sync("endpoint");
  await core.app.stop();
  expect(published).toContain('connections.changed {"connection":"practice"}');
  expect(published).toContain('fleet.changed {"connection":"practice","collection":"endpoint"}');
});

test("no response and no topic contains a token", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 }, connection: false });
  const { client, simulator } = core;
  const { baseUrl, username, password } = simulator;
  const outputs: unknown[] = [];
  core.app.onAny((topic, payload) => outputs.push(topic, payload));
  outputs.push(await client.connections.connect({ name: "practice", baseUrl, secret: { username, password } }));
  outputs.push(await client.connections.list({}), await client.session.get({}), await client.session.signOut({}));
  await core.app.stop();
  expect(JSON.stringify(outputs)).not.toMatch(/eyJ/);
  expect(JSON.stringify(outputs)).not.toContain(password);
});
