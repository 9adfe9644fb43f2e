/** The store in its thread over a real file: starting, failing, stopping. */
import { codedText } from "#shared/texts/coded-text.ts";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { fleetQueries } from "../../../../main/features/fleet/queries.ts";
import type { AppError } from "#shared/failure.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import type { Store } from "../../../../main/core/store/db.ts";
import { writeMarker } from "../../../../main/core/store/open-marker.ts";
import { databaseName, openStore, type OpenStoreOptions } from "../../../../main/core/store/open.ts";
import { createStoreThreads } from "../../../../main/platform/node/store-threads.ts";
import { seedCache } from "../../../../tools/bench/seed-cache.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { startNewThread } from "../../../make/store-threads.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";
import { soon } from "../../../make/soon.ts";

const folder = useScratchFolder();
const file = (): string => join(folder.path("data"), databaseName);

function open(overrides: Partial<OpenStoreOptions> = {}): Promise<Store> {
  const dataDir = folder.path("data");
  return openStore({
    dataDir,
    startThread: startNewThread,
    log: createFakeLog(),
    clock: createFakeClock(),
    ...overrides,
  });
}

async function openAndClose(): Promise<void> {
  await (await open()).close();
}

it("creates the directory and the database, and leaves no marker after a clean stop", async () => {
  const store = await open();
  expect(existsSync(`${file()}-open`)).toBe(true);
  await store.close();
  expect(existsSync(`${file()}-open`)).toBe(false);
  expect(existsSync(`${file()}-wal`)).toBe(false);
});

it.skipIf(process.platform === "win32")(
  "restricts the database and its companion files to the current user",
  async () => {
    await openAndClose();
    for (const side of ["", "-checked"]) chmodSync(file() + side, 0o644);
    const store = await open();
    expect(["", "-wal", "-open", "-checked"].map((side) => statSync(file() + side).mode & 0o777)).toEqual(
      Array.from({ length: 4 }, () => 0o600),
    );
    await store.close();
  },
);

it("answers many concurrent calls, each with its own result, in order", async () => {
  const store = await open();
  const fleet = store.use<typeof fleetQueries>("fleet");
  const order: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const endpoints = await fleet.findEndpoints(1, "id", Array.from({ length: index % 7 }, String));
      order.push(index);
      return endpoints.length;
    }),
  );
  expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index % 7));
  expect(order).toEqual(Array.from({ length: 200 }, (_, index) => index));
  await store.close();
});

it("completes the calls before the stop, and rejects later ones", async () => {
  const store = await open();
  const fleet = store.use<typeof fleetQueries>("fleet");
  const last = fleet.hasRows(1, "endpoint");
  const closing = store.close();
  expect(await last).toBe(false);
  await closing;
  await expect(fleet.hasRows(1, "endpoint")).rejects.toMatchObject({ code: "database-closed" });
  await expect(store.close()).resolves.toBeUndefined();
});

it("names an unknown query", async () => {
  const store = await open();
  const fleet = store.use<{ readonly nothing: () => void }>("fleet");
  await expect(fleet.nothing()).rejects.toMatchObject({ code: "database-error" });
  await store.close();
});

it("rejects pending calls when the thread dies", async () => {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(dyingThread)}`);
  const store = await open({ startThread: createStoreThreads(entry).start });
  await expect(store.use<typeof fleetQueries>("fleet").hasRows(1, "endpoint")).rejects.toMatchObject({
    code: "database-error",
    text: codedText("database-thread-stopped", { reason: "out of luck" }),
  });
});

const dyingThread = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", () => { throw new Error("out of luck"); });
  parentPort.postMessage({ kind: "ready", info: { version: 0, checked: true } });
`;

it("rejects a text file in place of the database, and does not change it", async () => {
  mkdirSync(folder.path("data"));
  writeFileSync(file(), "shopping list\n".repeat(100));
  await expect(open()).rejects.toMatchObject({
    code: "database-corrupt",
    text: codedText("database-damaged", { file: file() }),
  });
  expect(readFileSync(file(), "utf8")).toContain("shopping list");
});

it("rejects a database of a newer program", async () => {
  await openAndClose();
  const { db, ...connection } = connect(file());
  db.exec("PRAGMA user_version = 99990");
  connection.close();
  await expect(open()).rejects.toMatchObject({ code: "database-from-future" });
});

it("rejects a directory that cannot be created", async () => {
  writeFileSync(folder.path("file"), "");
  await expect(open({ dataDir: join(folder.path("file"), "data") })).rejects.toMatchObject({
    code: "data-dir-read-only",
  });
  await expect(open({ dataDir: "/proc/fleetdesk" })).rejects.toMatchObject({ code: "data-dir-read-only" });
});

/** Overwrites a fifth of the file, in its middle, where the rows are. */
function damage(): void {
  const handle = openSync(file(), "r+");
  const fifth = Math.floor(statSync(file()).size / (5 * 4096)) * 4096;
  writeSync(handle, Buffer.alloc(fifth, 0x5a), 0, fifth, 2 * fifth);
  closeSync(handle);
}

it("checks the file before use after an unclean stop, and names the newest backup", async () => {
  mkdirSync(folder.path("data"));
  seedCache({ dataDir: folder.path("data"), rows: 2000, connection: 1, nowMs: 0 });
  mkdirSync(folder.path("data/backups"));
  writeFileSync(folder.path("data/backups/fleetdesk-2031-01-01T00-00-00-000Z-v10.db"), "");
  damage();
  writeFileSync(`${file()}-open`, "");
  await expect(open()).rejects.toMatchObject({
    code: "database-corrupt",
    text: { code: "database-damaged-backup" },
    details: { backup: folder.path("data/backups/fleetdesk-2031-01-01T00-00-00-000Z-v10.db") },
  });
  expect(existsSync(`${file()}-open`)).toBe(true);
});

it("opens after an unclean stop if the file is intact, and reports the check", async () => {
  await openAndClose();
  writeFileSync(`${file()}-open`, "");
  const log = createFakeLog();
  const store = await open({ log });
  expect(log.lines.map(({ event }) => event)).toContain("store.unclean-end");
  await store.close();
});

it("completes an interrupted replacement, and does not start with an empty database where both are missing", async () => {
  await openAndClose();
  const [draft, former] = [`${file()}.part`, join(folder.path("data"), "former.db")];
  copyFileSync(file(), draft);
  const { ino } = statSync(draft);
  renameSync(file(), former);
  writeMarker(file(), "backup-restored", "former.db");
  await openAndClose();
  expect([statSync(file()).ino, existsSync(former)]).toEqual([ino, true]);
  rmSync(file());
  rmSync(former);
  writeMarker(file(), "backup-restored", "former.db");
  await expect(open()).rejects.toMatchObject({ code: "restore-interrupted" });
  expect(existsSync(file())).toBe(false);
});

it("reports damage that a query encounters", async () => {
  mkdirSync(folder.path("data"));
  seedCache({ dataDir: folder.path("data"), rows: 2000, connection: 1, nowMs: 0 });
  damage();
  const errors: AppError[] = [];
  const store = await open({ onCorrupt: (error) => errors.push(error) });
  const fleet = store.use<typeof fleetQueries>("fleet");
  const reads = Array.from({ length: 2000 }, (_, index) => fleet.readRow(1, "endpoint", String(70_001 + index)));
  const failures = (await Promise.allSettled(reads)).filter(({ status }) => status === "rejected");
  expect(failures.length).toBeGreaterThan(0);
  expect(errors[0]).toMatchObject({ code: "database-corrupt" });
  await store.close();
});

it("checks the file in the background, once a day", async () => {
  await openAndClose();
  rmSync(`${file()}-checked`);
  const [clock, log] = [createFakeClock(), createFakeLog()];
  const store = await open({ clock, log });
  await clock.advance(60_000);
  await vi.waitUntil(() => log.lines.some(({ event }) => event === "store.checked"), soon);
  await store.close();
  const logAgain = createFakeLog();
  const again = await open({ clock, log: logAgain });
  const checks = (): number => logAgain.lines.filter(({ event }) => event === "store.checked").length;
  await clock.advance(60_000);
  expect(checks()).toBe(0);
  await clock.advance(25 * 3_600_000);
  await vi.waitUntil(() => checks() === 1, soon);
  await clock.advance(25 * 3_600_000);
  await vi.waitUntil(() => checks() === 2, soon);
  await again.close();
});

it("takes no log for lost that a failed start has written into the database", async () => {
  await openAndClose();
  const setVersion = (version: number): number => {
    const { db, ...connection } = connect(file());
    const former = db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
    db.exec(`PRAGMA user_version = ${version}`);
    connection.close();
    return former;
  };
  const version = setVersion(99_990);
  writeMarker(file(), "open");
  writeFileSync(`${file()}-wal`, "");
  await expect(open()).rejects.toMatchObject({ code: "database-from-future" });
  expect(existsSync(`${file()}-wal`)).toBe(false);
  setVersion(version);
  const log = createFakeLog();
  await (await open({ log })).close();
  const { fields } = log.lines.find(({ event }) => event === "store.unclean-end") ?? {};
  expect(fields).toEqual({ checked: true, suspicion: undefined });
});

it("reports damage found in the background", async () => {
  mkdirSync(folder.path("data"));
  seedCache({ dataDir: folder.path("data"), rows: 2000, connection: 1, nowMs: 0 });
  damage();
  const clock = createFakeClock();
  const errors: AppError[] = [];
  const store = await open({ clock, onCorrupt: (error) => errors.push(error) });
  await clock.advance(60_000);
  await vi.waitUntil(() => errors.length > 0, soon);
  expect(errors[0]).toMatchObject({ code: "database-corrupt" });
  // Not each time that it is determined whether a check is due.
  await clock.advance(3 * 3_600_000);
  expect(errors).toHaveLength(1);
  await store.close();
});
