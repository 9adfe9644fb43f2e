import { codedText } from "#shared/texts/coded-text.ts";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Connection, connect } from "../../../../main/core/store/connect.ts";
import { migrate, type Migration, writeBackup } from "../../../../main/core/store/migrate.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Connection[] = [];

afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

function database(): Connection {
  const connection = connect(folder.path("test.db"));
  open.push(connection);
  return connection;
}

const step = (version: number, sql: string): Migration => ({
  version,
  name: `step${version}`,
  up: (db) => db.exec(sql),
});
const first = step(10, "CREATE TABLE one (x)");
const second = step(20, "CREATE TABLE two (x)");

it("migrates a new database to the newest version without a backup", () => {
  const { db } = database();
  expect(migrate(db, folder.path("test.db"), [first, second], 0)).toEqual({ from: 0, to: 20, backup: undefined });
  expect(db.get("PRAGMA user_version")).toMatchObject({ user_version: 20 });
});

it("backs up an existing database before the first step", () => {
  const { db } = database();
  const file = folder.path("test.db");
  migrate(db, file, [first], 0);
  db.run("INSERT INTO one VALUES ('kept')");
  const { from, backup } = migrate(db, file, [first, second], Date.UTC(2031, 0, 2));
  expect(from).toBe(10);
  expect(backup).toBe(join(folder.path("backups"), "test-2031-01-02T00-00-00-000Z-v10.db"));
  const copy = connect(backup ?? "");
  open.push(copy);
  expect(copy.db.get("SELECT x FROM one")).toMatchObject({ x: "kept" });
});

it("creates backups readable by this user only, and restricts former ones", () => {
  const { db } = database();
  const file = folder.path("test.db");
  migrate(db, file, [first], 0);
  mkdirSync(folder.path("backups"), { mode: 0o755 });
  const former = folder.write("backups/test-2030-01-02T00-00-00-000Z-v10.db", "");
  chmodSync(former, 0o644);
  const { backup = "" } = migrate(db, file, [first, second], Date.UTC(2031, 0, 2));
  const modes = [folder.path("backups"), former, backup].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

it("removes an incomplete backup of a killed process, and does not count it", () => {
  const { db } = database();
  const file = folder.path("test.db");
  migrate(db, file, [first], 0);
  mkdirSync(folder.path("backups"));
  const whole = "test-2030-01-02T00-00-00-000Z-v10.db";
  folder.write(`backups/${whole}`, "");
  for (const end of ["v10.db.part", "v10.db.part-journal", "v20.db", "v20.db-journal"]) {
    folder.write(`backups/test-2031-01-01T00-00-00-000Z-${end}`, "half");
  }
  migrate(db, file, [first, second], Date.UTC(2031, 0, 2));
  expect(readdirSync(folder.path("backups")).toSorted()).toEqual([whole, "test-2031-01-02T00-00-00-000Z-v10.db"]);
});

it("keeps the former backups when a step fails, however often, and the new one when the clock was set back", () => {
  const { db } = database();
  const file = folder.path("test.db");
  migrate(db, file, [first], 0);
  mkdirSync(folder.path("backups"));
  const former = [1, 2, 3].map((day) => `test-2031-01-0${day}T00-00-00-000Z-v10.db`);
  for (const name of former) folder.write(`backups/${name}`, "");
  const broken = step(20, "CREATE TABLE one (x)");
  for (let attempt = 1; attempt <= 3; attempt += 1)
    expect(() => migrate(db, file, [first, broken], Date.UTC(2031, 1, attempt))).toThrow();
  expect(readdirSync(folder.path("backups")).toSorted()).toEqual(former);
  const { backup = "" } = migrate(db, file, [first, second], Date.UTC(2030, 0, 1));
  expect(readdirSync(folder.path("backups")).toSorted()).toEqual([basename(backup), ...former.slice(1)]);
});

it("names a backup only when its migration is complete", () => {
  const { db } = database();
  const file = folder.path("test.db");
  migrate(db, file, [first], 0);
  let during: readonly string[] = [];
  const inspectionStep = { ...second, up: () => void (during = readdirSync(folder.path("backups"))) };
  const { backup = "" } = migrate(db, file, [first, inspectionStep], 1);
  expect([during, readdirSync(folder.path("backups"))]).toEqual([[`${basename(backup)}.part`], [basename(backup)]]);
});

it("keeps the newest three backups", () => {
  const { db } = database();
  const file = folder.path("test.db");
  for (let version = 10; version <= 60; version += 10) {
    migrate(db, file, [step(version, `CREATE TABLE t${version} (x)`)], version * 1000);
  }
  expect(readdirSync(folder.path("backups")).map((name) => name.slice(-6, -3))).toEqual(["v30", "v40", "v50"]);
});

it("deletes no backup that an operator requested", () => {
  const { db } = database();
  const file = folder.path("test.db");
  migrate(db, file, [first], 0);
  const requested = basename(writeBackup(db, file, 1));
  for (let version = 20; version <= 60; version += 10) {
    migrate(db, file, [step(version, `CREATE TABLE t${version} (x)`)], version * 1000);
  }
  const names = readdirSync(folder.path("backups"));
  expect(names).toHaveLength(4);
  expect(names).toContain(requested);
});

it("does nothing to a database of the current version", () => {
  const { db } = database();
  migrate(db, folder.path("test.db"), [first], 0);
  expect(migrate(db, folder.path("test.db"), [first], 0)).toEqual({ from: 10, to: 10, backup: undefined });
});

it("runs all steps or none", () => {
  const { db } = database();
  expect(() => migrate(db, folder.path("test.db"), [first, step(20, "CREATE nonsense")], 0)).toThrow();
  expect(db.all("SELECT name FROM sqlite_schema")).toEqual([]);
  expect(db.get("PRAGMA user_version")).toMatchObject({ user_version: 0 });
});

it("rejects a database of a newer program and changes nothing", () => {
  const { db } = database();
  db.exec("PRAGMA user_version = 9990");
  expect(() => migrate(db, folder.path("test.db"), [first], 0)).toThrow(
    expect.objectContaining({
      code: "database-from-future",
      text: codedText("database-from-future", { file: folder.path("test.db"), version: 9990, newest: 10 }),
    }),
  );
  expect(db.all("SELECT name FROM sqlite_schema")).toEqual([]);
});

it("has steps that count by tens and ascend", () => {
  const versions = migrations.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(versions.every((version) => version % 10 === 0)).toBe(true);
  expect(new Set(versions).size).toBe(versions.length);
});

it("derives the same ids for existing campaigns in every migration of a backup, so that their send marks are found", () => {
  const former = migrations.filter(({ version }) => version < 220);
  const migrateOnce = (name: string): unknown[] => {
    const connection = connect(folder.path(name));
    open.push(connection);
    const { db } = connection;
    migrate(db, folder.path(name), former, 0);
    for (const id of [1, 2]) {
      db.run(
        `INSERT INTO campaign (id, kind, connection, name, state, source_address, template, options, concurrency, created_at)
         VALUES (?, 'bulk', 1, 'same', 'planned', '4911', 'CHK', '{}', 4, 1000)`,
        id,
      );
      db.run("INSERT INTO campaign_lease VALUES (?, 'abc', '/home', 1, 'i', 5, 0)", id);
    }
    migrate(db, folder.path(name), migrations, 0);
    return db.all("SELECT uuid, machine FROM campaign JOIN campaign_lease ON campaign = id ORDER BY id");
  };
  const once = migrateOnce("once.db");
  expect(migrateOnce("again.db")).toEqual(once);
  const [one, two] = once as { readonly uuid: string; readonly machine: string }[];
  expect(one?.uuid).toMatch(/^[0-9a-f-]{36}$/);
  expect(two?.uuid).not.toBe(one?.uuid);
  expect(one?.machine).toBe("former:abc");
});
