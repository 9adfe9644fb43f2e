/** The store of a short command. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { connect } from "../../../../main/core/store/connect.ts";
import type { ReadDb, WriteDb } from "../../../../main/core/store/db.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { openReadStore } from "../../../../main/core/store/read-store.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const databaseVersion = Math.max(...migrations.map(({ version }) => version));
const folder = useScratchFolder();
const dataDir = (): string => folder.path("data");
const queries = {
  count: (db: ReadDb) => db.get<{ n: number }>("SELECT count(*) AS n FROM thing")?.n,
  add: (db: WriteDb) => db.run("INSERT INTO thing VALUES (1)"),
};

function createDatabase(version: number): void {
  mkdirSync(dataDir(), { mode: 0o700 });
  const database = connect(join(dataDir(), databaseName));
  database.db.exec(`CREATE TABLE thing (n); INSERT INTO thing VALUES (1); PRAGMA user_version = ${version}`);
  database.close();
}

beforeEach(() => createDatabase(databaseVersion));

test("answers queries, writes nothing and leaves no file", async () => {
  const before = readdirSync(dataDir());
  const store = openReadStore(dataDir());
  expect(await store?.use(queries).count()).toBe(1);
  await expect(store?.use(queries).add()).rejects.toMatchObject({ code: "database-error" });
  store?.close();
  expect(readdirSync(dataDir())).toEqual(before);
});

test.each(["owner.json", "fleetdesk.db-open"])("leaves a directory with %s to the whole core", (name) => {
  writeFileSync(join(dataDir(), name), "");
  expect(openReadStore(dataDir())).toBeUndefined();
});

test("leaves a database of another version to the whole core", () => {
  const database = connect(join(dataDir(), databaseName));
  database.db.exec(`PRAGMA user_version = ${databaseVersion - 10}`);
  database.close();
  expect(openReadStore(dataDir())).toBeUndefined();
});
