/** The search index follows the rows that a sync adds, changes and removes. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, connect } from "../../../../main/core/store/connect.ts";
import { migrate } from "../../../../main/core/store/migrate.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { readPage } from "../../../../main/features/fleet/queries-page.ts";
import { beginRun, endRun, sweepGone, writePage } from "../../../../main/features/fleet/queries-sync.ts";
import { toRows } from "../../../../main/features/fleet/record-rows.ts";
import { extendSearchIndex } from "../../../../main/features/fleet/search-index.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
let database: Connection;

beforeEach(() => {
  const file = folder.path("search.db");
  database = connect(file);
  migrate(database.db, file, migrations, 0);
});

afterEach(() => database.close());

function sync(...names: readonly (readonly [id: number, name: string])[]): void {
  const { db } = database;
  const run = beginRun(db, 1, "endpoint", 1000, 0);
  const records = names.map(([id, name]) => ({ id, name, imei: "350100123" }));
  writePage(db, run, { page: 1, digest: "", rows: toRows("endpoint", records) }, 0);
  sweepGone(db, run, 0, 0);
  if (run.first) while (extendSearchIndex(db)) continue;
  const proof = { promised: names.length, unique: names.length, duplicates: 0, gaps: 0, reason: undefined };
  endRun(db, run.run, { state: "complete", ...proof }, 0);
}

/** Ids of the rows with a text, and the number of rows in the index. */
function search(text: string): readonly [ids: readonly string[], indexed: number] {
  const page = readPage(database.db, {
    connection: 1,
    collection: "endpoint",
    filter: [{ field: "any", value: text }],
    sort: [],
    after: undefined,
    limit: 10,
  });
  const indexed = database.db.all("SELECT rowid FROM fleet_endpoint_search").length;
  return [page.rows.map(({ id }) => id), indexed];
}

test("a row is found by its current texts only, and a removed row leaves the index", () => {
  sync([7, "Pump"], [8, "Élan 8"]);
  expect([search("pump"), search("elan 8"), search("100123")]).toEqual([
    [["7"], 2],
    [["8"], 2],
    [["7", "8"], 2],
  ]);
  sync([7, "Gate"], [8, "Élan 8"]);
  expect([search("pump"), search("gate")]).toEqual([
    [[], 2],
    [["7"], 2],
  ]);
  sync([7, "Gate"]);
  expect(search("elan")).toEqual([[], 1]);
  // It gets the row number of the removed one.
  sync([7, "Gate"], [9, "Van"]);
  expect([search("van"), search("elan")]).toEqual([
    [["9"], 2],
    [[], 2],
  ]);
});
