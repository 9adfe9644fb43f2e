/** A jump into a list, from either end, reaches the same row as walking page by page. */
import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseFilter, parseSort } from "../../../../main/core/api/query.ts";
import {
  clearMemo,
  type Effort,
  measuredEffort,
  type Scope,
  memoOf,
} from "../../../../main/features/fleet/candidates.ts";
import { findRows, reversed, withId } from "../../../../main/features/fleet/page-plan.ts";
import { predicateOf } from "../../../../main/features/fleet/predicates.ts";
import {
  type PageQuestion,
  passRows,
  readPage,
  optimizePredicates,
} from "../../../../main/features/fleet/queries-page.ts";
import type { CursorKey } from "../../../../main/core/store/cursor.ts";
import { type Connection, connect } from "../../../../main/core/store/connect.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { seedCache } from "../../../../tools/bench/seed-cache.ts";

const rows = 900;
let folder: string;
let database: Connection;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdesk-jumps-"));
  seedCache({ dataDir: folder, rows, connection: 1, nowMs: 0 });
  seedCache({ dataDir: folder, rows: 200, connection: 2, nowMs: 0 });
  database = connect(join(folder, databaseName));
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const efforts: readonly Effort[] = [
  { collected: 0, coveredCollected: 0, firstStep: 100, step: 1000 },
  { collected: 0, coveredCollected: 0, firstStep: 300, step: 2000 },
  { collected: 40, coveredCollected: 400, firstStep: 1000, step: 5000 },
  measuredEffort,
];
const filter = fc
  .array(
    fc.constantFrom("name:van", "name:9", "tags:north", "status:0", "imei:35", "created:2024", "sim_status:null"),
    {
      maxLength: 2,
    },
  )
  .map((terms) => terms.join(","));
const sort = fc
  .array(
    fc
      .tuple(fc.constantFrom("id", "name", "tags", "imei", "status", "created", "sim_status"), fc.constantFrom("", "-"))
      .map(([name, sign]) => sign + name),
    { maxLength: 2 },
  )
  .map((keys) => keys.join(","));

function question(filterText: string, sortText: string): PageQuestion {
  return {
    connection: 1,
    collection: "endpoint",
    filter: parseFilter("endpoint", filterText),
    sort: parseSort("endpoint", sortText),
    after: undefined,
    limit: 2000,
  };
}

it("skips exactly the requested number of rows for any plan, and counts the rows there are if there are fewer", () => {
  const place = fc.record({ skip: fc.nat(1100), limit: fc.integer({ min: 1, max: 200 }), backward: fc.boolean() });
  fc.assert(
    fc.property(filter, sort, place, fc.constantFrom(...efforts), (filterText, sortText, position, effort) => {
      const { db } = database;
      const query = question(filterText, sortText);
      const memo = memoOf(db, 1, "endpoint");
      memo.sizes.clear();
      memo.sets.clear();
      const scope: Scope = { db, connection: 1, collection: "endpoint", memo, effort };
      const predicates = optimizePredicates(
        scope,
        query.filter.map((term) => predicateOf("endpoint", term)),
      );
      const keys = position.backward ? reversed(withId(query.sort)) : withId(query.sort);
      /** In as many steps as it takes. */
      const find = (skip: number, limit: number): { readonly rows: readonly number[]; readonly skipped: number } => {
        const rows: number[] = [];
        let [after, skipped]: [readonly CursorKey[] | undefined, number] = [undefined, 0];
        for (;;) {
          const left = { skip: skip - skipped, limit: limit - rows.length };
          const selected = findRows(scope, { filter: predicates, predicates, keys, after, ...left }, "walk");
          rows.push(...selected.rows);
          skipped += selected.skipped;
          if (selected.continuation === undefined) return { rows, skipped };
          ({ after } = selected.continuation);
        }
      };
      const all = find(0, 2000).rows;
      const expected = all.slice(position.skip, position.skip + position.limit);
      expect(find(position.skip, position.limit)).toEqual({
        rows: expected,
        skipped: expected.length > 0 ? position.skip : Math.min(position.skip, all.length),
      });
    }),
    { numRuns: 300 },
  );
});

/** The ids of a page, read in as many steps as it takes. */
function idsOf(query: PageQuestion): string[] {
  const ids: string[] = [];
  let step: PageQuestion = query;
  for (;;) {
    const { rows: page, next, isPartial, stamp } = readPage(database.db, step);
    ids.push(...page.map(({ id }) => id));
    if (!isPartial) return ids;
    step = { ...query, after: next, limit: query.limit - ids.length, stamp };
  }
}

it("read from its end, it is the same list with the last row first", () => {
  fc.assert(
    fc.property(filter, sort, (filterText, sortText) => {
      const query = question(filterText, sortText);
      const ids = (backward: boolean): string[] => idsOf({ ...query, backward });
      expect(ids(true)).toEqual(ids(false).toReversed());
    }),
    { numRuns: 60 },
  );
});

it("of which rows changed between two steps, it reads the rest in the same way to its end", () => {
  const query = question("name:van", "-name");
  const { stamp } = readPage(database.db, query);
  clearMemo(database.db, 1, "endpoint");
  expect(readPage(database.db, { ...query, stamp }).stamp).toBe(stamp);
});

it("continues from the anchors of earlier jumps", () => {
  const query = question("", "-name");
  const ids = idsOf(query);
  const jump = (count: number): string | undefined => {
    let after: readonly CursorKey[] | undefined;
    let position = 0;
    while (position < count) {
      const hop = passRows(database.db, { ...query, after }, position, count - position);
      if (hop.isEnd) return undefined;
      ({ after } = hop);
      position += hop.passed;
    }
    return readPage(database.db, { ...query, after, limit: 1 }).rows[0]?.id;
  };
  const places = [700, 20, 701, 699, 350, rows - 1, rows + 5];
  expect(places.map((place) => jump(place))).toEqual(places.map((place) => ids[place]));
});
