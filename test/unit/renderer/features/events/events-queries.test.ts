import { afterEach, expect, test } from "vitest";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import {
  queryClient,
  setCachedData,
  useFleetPages,
  useRefreshState,
  wasRequested,
} from "../../../../../renderer/data/fleet-query.ts";
import { invalidateByTopic } from "../../../../../renderer/data/invalidations.ts";
import {
  answeredAt,
  countFresh,
  hasEventList,
  loadEvents,
  loadFor,
  loadKey,
  pageKey,
  scopeError,
} from "../../../../../renderer/features/events/events-queries.ts";
import { openData, readHook, showQuery } from "../../open-data.ts";

afterEach(() => queryClient.clear());

const all = { of: "all" as const };
const gap = { from: 1_000_000, until: 2_000_000 };
const loadedSpan = { from: 2_000_000, until: 9_000_000, oldest: 9_000_000, newest: 9_000_000 };
const coverage = {
  requested: { from: gap.from, until: loadedSpan.until },
  spans: [loadedSpan],
  gaps: [gap],
  whole: false,
};

test("reads older events from two seconds before the gap, so that a corrected service clock leaves no gap", () => {
  expect(loadFor("older", { scope: all }, coverage)).toMatchObject({ from: 998_000, until: 2_000_000 });
});

test("a request without an end is as old as its answer, one with an end is of now", () => {
  expect(answeredAt({ scope: all }, coverage)).toBe(9_000_000);
  expect(answeredAt({ scope: all, until: 9_000_000 }, coverage)).toBeGreaterThan(9_000_000);
});

test("arrivals count where they belong between the loaded rows", () => {
  const event = (key: string, at: number): FleetEvent => ({ key, at }) as FleetEvent;
  const items = [event("5", 5), event("3", 3)];
  const arrived = [event("6", 6), event("5", 5), event("4", 4), event("1", 1)];
  expect([countFresh(arrived, { items }), countFresh(arrived, { items, nextCursor: "x" })]).toEqual([3, 2]);
});

test("a new event reloads what is counted and charted, and not the rows of the page", async () => {
  const { requests } = openData();
  const page = pageKey({ severity: "critical" });
  for (const [operation, key] of [
    ["events.list", page],
    ["events.arrivals", { scope: all, after: 4 }],
    ["events.facets", { scope: all }],
    ["events.list", { scope: all, limit: 1 }],
  ] as const) {
    setCachedData(operation, key as never, {} as never);
    showQuery(operation, key as never);
  }
  invalidateByTopic("events.added", {});
  await expect
    .poll(() => requests.map(({ address }) => address).toSorted())
    .toEqual(["events.arrivals", "events.facets", "events.list"]);
  expect(requests.map(({ input }) => input)).not.toContainEqual(page);
});

test("a scope that the core rejects has no list, and says why", async () => {
  openData(() =>
    Promise.resolve({
      ok: false,
      failure: { code: "invalid-input", text: { code: "event-endpoint-id-invalid" }, details: { field: "endpoint" } },
    }),
  );
  const address = { path: ["events"], query: { of: "endpoint", id: "abc" } };
  expect([hasEventList({ address }), scopeError({ address })]).toEqual([true, undefined]);
  const request = { scope: { of: "endpoint" as const, id: "abc" } };
  readHook(() => useFleetPages("events.list", request, { key: pageKey(address.query) }));
  showQuery("events.list", pageKey(address.query) as never);
  await expect.poll(() => hasEventList({ address })).toBe(false);
  expect(scopeError({ address })).toBeTypeOf("string");
});

test("a refresh of the page is one for its scope, and its failure is a state", async () => {
  openData(() => Promise.resolve({ ok: false, failure: { code: "offline", text: { code: "offline" } } }));
  expect(wasRequested("events.load", loadKey(all))).toBe(false);
  await loadEvents("newest", { scope: all, severity: ["critical"] }, coverage);
  expect(wasRequested("events.load", loadKey(all))).toBe(true);
  const state = readHook(() => useRefreshState("events.load", loadKey(all), { keep: true }));
  expect(state).toMatchObject({ state: "failed", failure: { code: "offline" } });
});
