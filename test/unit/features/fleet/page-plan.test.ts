/** A page has the same rows for every plan: collecting, walking, or group by group. */
import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { collections } from "#shared/records/schema.ts";
import { type FilterTerm, parseFilter, parseSort } from "../../../../main/core/api/query.ts";
import { type Effort, measuredEffort, type Scope, memoOf } from "../../../../main/features/fleet/candidates.ts";
import { resolveAges } from "../../../../main/features/fleet/contacts.ts";
import type { FleetStore } from "../../../../main/features/fleet/deps.ts";
import { findRows, keyValuesAt, type SearchStep, withId } from "../../../../main/features/fleet/page-plan.ts";
import { predicateOf } from "../../../../main/features/fleet/predicates.ts";
import type { CursorKey } from "../../../../main/core/store/cursor.ts";
import { optimizePredicates } from "../../../../main/features/fleet/queries-page.ts";
import { extendSearchIndex } from "../../../../main/features/fleet/search-index.ts";
import { type Connection, connect } from "../../../../main/core/store/connect.ts";
import { contactVersion, recordContact } from "../../../../main/core/store/endpoint-contacts.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { seedCache, seededEndpoint } from "../../../../tools/bench/seed-cache.ts";

const rows = 1500;
let folder: string;
let database: Connection;

const hour = 3_600_000;
const now = 100 * hour;
const idAt = (slot: number): string => String(70_001 + slot);
const slots = Array.from({ length: rows }, (_, slot) => slot);
/** Two of three endpoints, some of them at the same time. */
const contacts = new Map(slots.flatMap((slot) => (slot % 3 === 0 ? [] : [[slot, now - (slot % 97) * hour] as const])));
/** Of the last third, not all events were read. */
const covered = (slot: number): boolean => slot < (rows / 3) * 2;
/** The terms by last contact, as a query has them. */
const ages = new Map<string, FilterTerm>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fleetdesk-plan-"));
  seedCache({ dataDir: folder, rows, connection: 1, nowMs: 0 });
  seedCache({ dataDir: folder, rows: 300, connection: 2, nowMs: 0 });
  database = connect(join(folder, databaseName));
  database.db.transaction(() => {
    for (const [slot, at] of contacts) recordContact(database.db, 1, idAt(slot), { at, source: "data" });
  });
  const tools = {
    clock: createFakeClock(now),
    store: { contactVersion: () => Promise.resolve(contactVersion(database.db)) } as unknown as FleetStore,
    coverageOf: () => Promise.resolve({ all: false, endpoints: slots.filter(covered).map(idAt) }),
  };
  for (const age of ["<24h", ">24h", "unknown", "null"]) {
    const [term] = await resolveAges(tools, 1, "endpoint", parseFilter("endpoint", `seen:${age}`));
    if (term !== undefined) ages.set(age, term);
  }
});

function termsOf(filter: string): readonly FilterTerm[] {
  return parseFilter("endpoint", filter).map((one) => (one.field === "seen" ? (ages.get(one.value) ?? one) : one));
}

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface PageQuery {
  readonly filter: string;
  readonly sort: string;
  readonly limit: number;
}

/** All pages one after another, as row numbers. */
function allPages({ filter, sort, limit }: PageQuery, effort: Effort, later: SearchStep = "next"): number[] {
  const { db } = database;
  const scope: Scope = { db, connection: 1, collection: "endpoint", memo: memoOf(db, 1, "endpoint"), effort };
  scope.memo.sizes.clear();
  scope.memo.sets.clear();
  const terms = termsOf(filter).map((one) => predicateOf("endpoint", one));
  const predicates = optimizePredicates(scope, terms);
  const keys = withId(parseSort("endpoint", sort));
  const rowIds: number[] = [];
  let after: readonly CursorKey[] | undefined;
  let step: SearchStep = "first";
  for (;;) {
    const plan = { filter: predicates, predicates, keys, after, skip: 0, limit };
    const { rows: page, continuation } = findRows(scope, plan, step);
    rowIds.push(...page);
    if (page.length < limit && continuation === undefined) return rowIds;
    step = continuation === undefined ? "first" : later;
    const last = rowIds.at(-1);
    after = continuation?.after ?? (last === undefined ? undefined : keyValuesAt(scope, keys, last));
  }
}

const everything: Effort = {
  collected: 1_000_000,
  coveredCollected: 1_000_000,
  firstStep: 10_000_000,
  step: 10_000_000,
};
const efforts: readonly Effort[] = [
  { collected: 0, coveredCollected: 0, firstStep: 100, step: 1000 },
  { collected: 0, coveredCollected: 0, firstStep: 300, step: 2000 },
  { collected: 5, coveredCollected: 100, firstStep: 500, step: 1500 },
  { collected: 40, coveredCollected: 400, firstStep: 1000, step: 5000 },
  measuredEffort,
];

const term = fc.constantFrom(
  "name:van",
  "name:v*1",
  "name:*9",
  "name:00",
  "name:kühl",
  "tags:north",
  "tags:west*",
  "tags:i",
  "tags:fridge",
  "ip_address:10.64.1",
  "ip_address:10.64.2",
  "imei:35",
  "imei:350100",
  "iccid:8988",
  "iccid:89883030010000001",
  "status:0",
  "status:1",
  "status:null",
  "service_profile:902",
  "tariff_profile:953",
  "sim_status:null",
  "sim_status:1",
  "created:2024",
  "created:2024-0",
  "created:t0",
  "last_updated:*:5*",
  "id:70020",
  "service_profile:9",
  "any:kuhl",
  "any:0012",
  "any:VAN",
  "any:10.64.1",
  "any:zu",
  "any:ü",
  "any:9",
  "any:0.",
  "name:zz*",
  "not:any:8988",
  "or:any:zurich|sim_status:null",
  "not:status:0",
  "not:any:pilot",
  "or:status:1|tags:i",
  "or:any:alarm|not:name:van|id:70020",
  "range:created:2023-06..2024-02",
  "range:last_updated:..2024-01",
  "range:id:70500..71000",
  "range:iccid:8988303001000000100..",
  "seen:<24h",
  "seen:>24h",
  "seen:unknown",
  "seen:null",
);
const key = fc
  .tuple(
    fc.constantFrom("id", "name", "tags", "ip_address", "imei", "iccid", "status", "service_profile").filter(Boolean),
    fc.constantFrom("", "-"),
  )
  .map(([name, sign]) => sign + name);
const otherKey = fc
  .tuple(fc.constantFrom("tariff_profile", "created", "last_updated", "sim_status", "seen"), fc.constantFrom("", "-"))
  .map(([name, sign]) => sign + name);

const queries = fc.record({
  filter: fc.array(term, { maxLength: 3 }).map((terms) => terms.join(",")),
  sort: fc.array(fc.oneof(key, otherKey), { maxLength: 4 }).map((keys) => keys.join(",")),
  limit: fc.constantFrom(50, 170, 700, 2000),
});

it("finds the same rows in the same order for any effort limits", () => {
  fc.assert(
    fc.property(queries, fc.constantFrom(...efforts), fc.constantFrom("next", "walk"), (query, effort, later) => {
      expect(allPages(query, effort, later)).toEqual(allPages({ ...query, limit: 10_000 }, everything));
    }),
    { numRuns: 400 },
  );
});

it("finds the same rows while the search index lacks the last rows, and every step extends it", () => {
  const { db } = database;
  const count = (): number => db.all("SELECT rowid FROM fleet_endpoint_search").length;
  fc.assert(
    fc.property(queries, fc.integer({ min: 0, max: rows + 300 }), (query, last) => {
      const expected = allPages(query, measuredEffort);
      db.run("DELETE FROM fleet_endpoint_search WHERE rowid > ?", last);
      expect(allPages(query, measuredEffort)).toEqual(expected);
      while (extendSearchIndex(db)) continue;
      expect(count()).toBe(rows + 300);
    }),
    { numRuns: 60 },
  );
});

it.each<readonly [string, (record: Seeded) => boolean]>([
  ["any:kuhlbox", ({ name }) => name.startsWith("Kühlbox")],
  ["any:KÜHLBOX", ({ name }) => name.startsWith("Kühlbox")],
  ["any:pilot", ({ tags }) => tags?.includes("pilot") === true],
  ["any:70017", ({ id }) => String(id).includes("70017")],
  // With the check digit, as on the card; with a wrong one it is another number.
  ["89883030010000000170", ({ sim }) => sim?.iccid === "8988303001000000017"],
  ["not:name:al|b", () => true],
  ["not:created:2024|status:0", () => true],
  ["not:tags:north", ({ tags }) => tags?.includes("north") !== true],
  ["or:status:Disabled|any:alarm", ({ status, name }) => status.id === 1 || name.startsWith("Alarm")],
  ["range:created:2023-06..2023-07", ({ created }) => created >= "2023-06" && created < "2023-08"],
  ["range:created:2024-06..,not:name:van", ({ created, name }) => created >= "2024-06" && !name.startsWith("van")],
  ["range:id:70100..070120", ({ id }) => id >= 70_100 && id <= 70_120],
  ["range:id:..70005", ({ id }) => id <= 70_005],
  ["range:iccid:8988303001000000007..8988303001000000030", ({ sim }) => isBetween(sim?.iccid, 7, 30)],
  ["range:imsi:..295050000000009", ({ sim }) => isBetween(sim?.imsi, 0, 9)],
  ["range:msisdn:423663000001490..", ({ sim }) => isBetween(sim?.msisdn, 1490, rows)],
  ["seen:<24h", ({ id }) => now - seenAt(id) <= 24 * hour],
  ["seen:>24h", ({ id }) => now - seenAt(id) > 24 * hour && covered(id - 70_001)],
  ["seen:unknown", ({ id }) => now - seenAt(id) > 24 * hour && !covered(id - 70_001)],
  ["seen:null", ({ id }) => seenAt(id) === -Infinity],
])("the cache answers %s with exactly the matching rows", (filter, isMatch) => {
  const expected = Array.from({ length: rows }, (_, slot) => seededEndpoint(slot) as unknown as Seeded).filter(isMatch);
  const ids = allPages({ filter, sort: "id", limit: 100 }, measuredEffort).map(
    (rid) => database.db.get<{ id: number }>("SELECT id FROM fleet_endpoint WHERE rid = ?", rid)?.id,
  );
  expect(expected.length).toBeGreaterThan(0);
  expect(ids).toEqual(expected.map(({ id }) => id));
});

interface Seeded {
  readonly id: number;
  readonly name: string;
  readonly tags: string | null;
  readonly status: { readonly id: number };
  readonly created: string;
  readonly sim?: { readonly iccid: string; readonly imsi: string; readonly msisdn: string };
}

/** Whether a number of the seed ends in one of a span. */
function isBetween(digits: string | undefined, from: number, until: number): boolean {
  const number = Number(digits?.slice(-9) ?? NaN);
  return number >= from && number <= until;
}

function seenAt(id: number): number {
  return contacts.get(id - 70_001) ?? -Infinity;
}

it.each(["seen", "-seen"])(
  "a list by %s has every endpoint once, also those that a filter finds without a contact",
  (sort) => {
    const order = (a: number, b: number): number => {
      const [first, second] = [seenAt(70_001 + a), seenAt(70_001 + b)];
      return (first === second ? 0 : first < second ? -1 : 1) * (sort === "seen" ? 1 : -1) || a - b;
    };
    const silent = slots.filter((slot) => covered(slot) && now - seenAt(70_001 + slot) > 24 * hour);
    for (const [filter, expected] of [
      ["", slots],
      ["seen:>24h", silent],
      ["seen:null", slots.filter((slot) => !contacts.has(slot))],
    ] as const)
      for (const limit of [7, 100]) {
        const rids = allPages({ filter, sort, limit }, measuredEffort);
        expect(rids.map((rid) => rid - 1)).toEqual(expected.toSorted(order));
      }
  },
);

it("a contact that is recorded between two pages hides no endpoint", () => {
  const { db } = database;
  const scope: Scope = {
    db,
    connection: 2,
    collection: "endpoint",
    memo: memoOf(db, 2, "endpoint"),
    effort: measuredEffort,
  };
  const list = (): number =>
    findRows(
      scope,
      {
        filter: [],
        predicates: [],
        keys: withId(parseSort("endpoint", "seen")),
        after: undefined,
        skip: 0,
        limit: 1000,
      },
      "first",
    ).rows.length;
  const listed = [list()];
  for (let slot = 0; slot < 300; slot += 1) recordContact(db, 2, idAt(slot), { at: slot, source: "sms" });
  listed.push(list());
  expect(listed).toEqual([300, 300]);
});

it.each(collections)("any text can be searched for in %s", (collection) => {
  const { db } = database;
  const scope: Scope = { db, connection: 1, collection, memo: memoOf(db, 1, collection), effort: measuredEffort };
  const predicates = [predicateOf(collection, { field: "any", value: "8988" })];
  const plan = { filter: predicates, predicates, keys: withId([]), after: undefined, skip: 0, limit: 10 };
  expect(findRows(scope, plan, "first").rows).toHaveLength(collection === "endpoint" ? 10 : 0);
});

it("never mixes the rows of two connections", () => {
  expect(allPages({ filter: "name:van", sort: "-name", limit: 100 }, measuredEffort)).toEqual(
    expect.not.arrayContaining(
      database.db.all<{ rid: number }>("SELECT rid FROM fleet_endpoint WHERE connection = 2").map(({ rid }) => rid),
    ),
  );
});
