/** Compares counts and pages of the overview with a direct computation over the same readings. */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { quotaGroupSchema, type QuotaGroup } from "#shared/contract/quotas/quota-overview.ts";
import type { Quota } from "#shared/contract/quotas/quota-schemas.ts";
import {
  countOverview,
  readItems,
  type ItemsQuery,
  type OverviewScope,
} from "../../../../main/features/quotas/queries-overview.ts";
import { saveProfiles, saveReadings, type QuotaReadResult } from "../../../../main/features/quotas/queries-readings.ts";
import { percentOf } from "../../../../main/features/quotas/operations.ts";
import { type Database, openDatabase } from "../../../make/database.ts";
import { makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

const now = Date.UTC(2031, 0, 1);
const dayMs = 86_400_000;
const look: OverviewScope = {
  connection: 1,
  kind: "data",
  belowPercent: 20,
  expiringUntil: now + 14 * dayMs,
  now,
  search: undefined,
  profile: undefined,
  audience: undefined,
};

type ReadingResult = QuotaReadResult["result"] | undefined;
interface Endpoint {
  readonly result: ReadingResult;
  readonly profile: number;
}

const quota = fc
  .record({
    volume: fc.constantFrom(undefined, -1, 0, 1, 5, 10, 45, 50, 75),
    lastAdded: fc.constantFrom(undefined, 0, 50),
    expiresAt: fc.constantFrom(undefined, now - 1, now + dayMs, now + 14 * dayMs, now + 15 * dayMs),
    status: fc.constantFrom<Quota["status"]>("active", "exhausted", "expired", "unknown"),
    onExhaustion: fc.constantFrom<Quota["onExhaustion"]>({ kind: "block" }, { kind: "throttle" }, undefined),
  })
  .map((fields) => ({ state: makeQuotaState({ ...fields, percent: percentOf(fields.volume, fields.lastAdded) }) }));
const result = fc.oneof(
  { weight: 6, arbitrary: quota },
  { weight: 1, arbitrary: fc.constant({ state: noQuotaState }) },
  { weight: 1, arbitrary: fc.constant({ code: "http-500", message: codedText("service-failed", { status: 500 }) }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const fleet = fc.array(fc.record({ result, profile: fc.constantFrom(901, 902, 903) }), { maxLength: 30 });

/** Profile 901 enforces data quotas, 902 does not, 903 is unknown. */
function storeEndpoints(endpoints: readonly Endpoint[]): void {
  const { db } = database;
  for (const table of ["quota_reading", "quota_profile", "fleet_endpoint", "fleet_endpoint_raw"])
    db.run(`DELETE FROM ${table}`);
  const rule = { name: "profile", sms: undefined, asOf: 1 };
  saveProfiles(db, 1, [
    { id: "901", data: true, ...rule },
    { id: "902", data: false, ...rule },
  ]);
  for (const [index, { result: one, profile }] of endpoints.entries()) {
    db.run(
      "INSERT INTO fleet_endpoint (rid, connection, id, name, service_profile, first_seen, changed_at) VALUES (?, 1, ?, ?, ?, 1, 1)",
      index + 1,
      BigInt(70_001 + index),
      `van-${index % 3}`,
      BigInt(profile),
    );
    db.run(
      "INSERT INTO fleet_endpoint_raw (rid, raw) VALUES (?, ?)",
      index + 1,
      JSON.stringify({ name: `Van-${index % 3}` }),
    );
    if (one === undefined) continue;
    saveReadings(db, 1, [{ kind: "data", endpoint: String(70_001 + index), at: 1_000 + (index % 4), result: one }]);
  }
}

function groupsOf({ result: one, profile }: Endpoint): readonly QuotaGroup[] {
  if (one === undefined) return ["never"];
  if ("code" in one) return ["checked", "unreadable"];
  if (one.state.state === "none") return profile === 901 ? ["checked", "none", "blocked"] : ["checked", "none"];
  const { volume, percent, expiresAt, status, onExhaustion } = one.state.quota;
  const empty = status === "exhausted" || (volume !== undefined && volume <= 0);
  const expired = status === "expired" || (expiresAt !== undefined && expiresAt <= now);
  const blocked = expired || (empty && onExhaustion?.kind !== "throttle");
  const groups: readonly (readonly [QuotaGroup, boolean])[] = [
    ["checked", true],
    ["empty", empty],
    ["below", percent !== undefined && percent < 20],
    ["expiring", status !== "expired" && expiresAt !== undefined && expiresAt > now && expiresAt <= look.expiringUntil],
    ["expired", expired],
    ["blocked", profile === 901 && blocked],
  ];
  return groups.filter(([, isIn]) => isIn).map(([group]) => group);
}

function allPages(question: Omit<ItemsQuery, "after" | "limit">, limit: number): ReturnType<typeof readItems>["items"] {
  const items: ReturnType<typeof readItems>["items"][number][] = [];
  let after: ItemsQuery["after"];
  do {
    const page = readItems(database.db, { ...question, limit, after });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

it("counts every endpoint in its groups, and every quota that is set exactly once in the histogram", () => {
  fc.assert(
    fc.property(fleet, (endpoints) => {
      storeEndpoints(endpoints);
      const { groups, histogram, outside } = countOverview(database.db, look);
      const expected = Object.fromEntries(
        quotaGroupSchema.options.map((group) => [
          group,
          endpoints.filter((one) => groupsOf(one).includes(group)).length,
        ]),
      );
      expect(groups).toEqual(expected);
      const set = endpoints.filter(
        ({ result: one }) => one !== undefined && "state" in one && one.state.state === "set",
      );
      const drawn = histogram.reduce((sum, { count }) => sum + count, 0);
      expect(drawn + outside.empty + outside.over + outside.unknown).toBe(set.length);
    }),
    { numRuns: 60 },
  );
});

it("lists exactly the endpoints of a group, in order, over pages of any size", () => {
  const sorts = fc.constantFrom<ItemsQuery["sort"]>("endpoint", "volume", "percent", "expires_at", "as_of");
  const group = fc.constantFrom(...quotaGroupSchema.options);
  fc.assert(
    fc.property(
      fleet,
      sorts,
      group,
      fc.boolean(),
      fc.integer({ min: 1, max: 7 }),
      (endpoints, sort, targetGroup, down, limit) => {
        storeEndpoints(endpoints);
        const items = allPages({ ...look, group: targetGroup, sort, descending: down }, limit);
        const members = endpoints.flatMap((one, index) =>
          groupsOf(one).includes(targetGroup) ? [70_001 + index] : [],
        );
        expect(items.map(({ endpoint }) => Number(endpoint)).toSorted((a, b) => a - b)).toEqual(members);
        const keys = items.map((item) => {
          const set = item.state?.state === "set" ? item.state.quota : undefined;
          const fields = {
            endpoint: 0,
            volume: set?.volume,
            percent: set?.percent,
            expires_at: set?.expiresAt,
            as_of: item.asOf,
          };
          return [targetGroup === "never" ? 0 : fields[sort], Number(item.endpoint)] as const;
        });
        const direction = down ? -1 : 1;
        for (const [index, [value, id]] of keys.entries()) {
          const [before, idBefore] = keys[index - 1] ?? [];
          if (index === 0 || idBefore === undefined) continue;
          if (value === undefined || before === undefined) {
            expect(value).toBe(undefined);
            if (before === undefined) expect((id - idBefore) * direction).toBeGreaterThan(0);
          } else if (value === before) expect((id - idBefore) * direction).toBeGreaterThan(0);
          else expect((value - before) * direction).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 80 },
  );
});

it("restricts the overview to a search text, a profile or an audience", () => {
  storeEndpoints(
    Array.from({ length: 9 }, (_, index) => ({ result: { state: noQuotaState }, profile: 901 + (index % 3) })),
  );
  const { db } = database;
  db.run("INSERT INTO fleet_audience_member (audience, id, position) VALUES (5, 70002, 0), (5, 70009, 1)");
  const ids = (narrow: Partial<OverviewScope>): string[] =>
    readItems(db, {
      ...look,
      ...narrow,
      group: "checked",
      sort: "endpoint",
      descending: false,
      limit: 100,
      after: undefined,
    }).items.map(({ endpoint }) => endpoint);
  expect(ids({ search: "VAN-2" })).toEqual(["70003", "70006", "70009"]);
  expect(ids({ search: "0004" })).toEqual(["70004"]);
  expect(ids({ search: "70_01" })).toEqual([]);
  expect(ids({ profile: "902" })).toEqual(["70002", "70005", "70008"]);
  expect(ids({ audience: 5 })).toEqual(["70002", "70009"]);
  expect(countOverview(db, { ...look, audience: 5 }).groups).toMatchObject({ checked: 2, none: 2, never: 0 });
});

it("keeps an older reading next to a newer problem, and ignores the result of an older read", () => {
  const saveReading = (at: number, one: QuotaReadResult["result"]): void =>
    saveReadings(database.db, 1, [{ kind: "data", endpoint: "007", at, result: one }]);
  saveReading(10, { state: makeQuotaState() });
  saveReading(20, { code: "http-500", message: codedText("service-failed", { status: 500 }) });
  saveReading(15, { state: noQuotaState });
  const [item] = readItems(database.db, {
    ...look,
    group: "checked",
    sort: "endpoint",
    descending: false,
    limit: 1,
    after: undefined,
  }).items;
  expect(item).toMatchObject({
    endpoint: "007",
    asOf: 10,
    state: { state: "set" },
    problem: { code: "http-500", at: 20 },
    enforced: "unknown",
  });
});
