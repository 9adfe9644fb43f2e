/** Compares stored readings and day sums with a direct computation over the same readings. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  pruneHistory,
  readHistory,
  readUsage,
  saveReadings,
  type QuotaReadResult,
} from "../../../../main/features/quotas/queries-readings.ts";
import { useMemoryDatabase } from "../../../make/database.ts";
import { makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

const database = useMemoryDatabase();
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const start = Date.UTC(2031, 0, 1);
const all = { connection: 1, kind: "data", since: 0 } as const;

function reading(at: number, volume: number | undefined, lastAdded = 100, endpoint = "7"): QuotaReadResult {
  const state = volume === undefined ? noQuotaState : makeQuotaState({ volume, lastAdded });
  return { kind: "data", endpoint, at: start + at, result: { state } };
}

const historyOf = (endpoint = "7"): unknown =>
  readHistory(database(), all, endpoint).map(({ at, volume }) => [(at - start) / hourMs, volume]);
const usage = (): unknown =>
  readUsage(database(), all).map(({ day, balance, used, endpoints }) => [
    (day - start) / dayMs,
    balance,
    used,
    endpoints,
  ]);

it("stores an unchanged volume once a day, and always shows the last reading", () => {
  saveReadings(database(), 1, [
    reading(0, 50),
    reading(hourMs, 50),
    reading(2 * hourMs, 40),
    reading(3 * hourMs, 40),
    reading(30 * hourMs, 40),
    reading(31 * hourMs, undefined),
  ]);
  expect(historyOf()).toEqual([
    [0, 50],
    [2, 40],
    [30, 40],
    [31, undefined],
  ]);
  saveReadings(database(), 1, [reading(33 * hourMs, undefined)]);
  expect(historyOf()).toContainEqual([33, undefined]);
});

it("sums the balance of all endpoints and the use of each day; an added volume is not use", () => {
  saveReadings(database(), 1, [reading(0, 50), reading(0, 30, 30, "8")]);
  saveReadings(database(), 1, [reading(hourMs, 45)]);
  saveReadings(database(), 1, [reading(dayMs, 40)]);
  // Set to a lower volume in between.
  saveReadings(database(), 1, [reading(dayMs + hourMs, 10, 10)]);
  saveReadings(database(), 1, [reading(3 * dayMs, 4, 10)]);
  expect(usage()).toEqual([
    [0, 75, 5, 2],
    [1, 40, 5, 1],
    [3, 34, 6, 1],
  ]);
});

it("ignores a failed reading and one of an unknown volume", () => {
  saveReadings(database(), 1, [reading(0, 50)]);
  saveReadings(database(), 1, [
    { kind: "data", endpoint: "7", at: start + hourMs, result: { code: "http-500", message: { code: "internal" } } },
    { kind: "data", endpoint: "7", at: start + 2 * hourMs, result: { state: makeQuotaState({ volume: undefined }) } },
  ]);
  expect(historyOf()).toEqual([[0, 50]]);
});

it("retains 90 days, of each day before the last seven the last reading", () => {
  for (let hour = 0; hour <= 120 * 24; hour += 6) saveReadings(database(), 1, [reading(hour * hourMs, hour)]);
  const days = readHistory(database(), all, "7").map(({ at }) => (at - start) / dayMs);
  expect(days[0]).toBe(30.75);
  expect(days.filter((day) => day < 113)).toEqual(Array.from({ length: 83 }, (_, index) => 30.75 + index));
  expect(days.filter((day) => day >= 113)).toHaveLength(7 * 4 + 1);
  expect(readUsage(database(), all)).toHaveLength(91);
  expect(pruneHistory(database(), start + 120 * dayMs, 10)).toBe(false);
  expect(readHistory(database(), all, "7")).toHaveLength(days.length);
  expect(pruneHistory(database(), start + 211 * dayMs, 1)).toBe(true);
  expect(pruneHistory(database(), start + 211 * dayMs, 1)).toBe(false);
  expect(readHistory(database(), { ...all, since: start + 130 * dayMs }, "7")).toEqual([]);
});

it("has the balance of the latest readings at the end of each day, in any order of readings", () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 1, max: 2 * dayMs }),
      endpoint: fc.constantFrom("7", "8", "x"),
      volume: fc.option(fc.integer({ min: -1, max: 100 }), { nil: undefined }),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, (readings) => {
      const db = database();
      for (const table of ["quota_history", "quota_day", "quota_reading"]) db.run(`DELETE FROM ${table}`);
      const latest = new Map<string, number>();
      const balances = new Map<number, number>();
      let at = 0;
      for (const { afterMs, endpoint, volume } of readings) {
        at += afterMs;
        saveReadings(db, 1, [reading(at, volume, 100, endpoint)]);
        latest.set(endpoint, volume ?? 0);
        balances.set(
          Math.floor(at / dayMs),
          [...latest.values()].reduce((sum, one) => sum + one, 0),
        );
      }
      const stored = readUsage(db, all).map(({ day, balance }) => [(day - start) / dayMs, balance]);
      expect(stored).toEqual([...balances].slice(-91).filter(([day]) => day >= Math.floor(at / dayMs) - 90));
    }),
    { numRuns: 50 },
  );
});
