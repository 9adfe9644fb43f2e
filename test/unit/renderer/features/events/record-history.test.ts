import { expect, test } from "vitest";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { HistoryItem } from "#shared/contract/events/events.ts";
import {
  isStale,
  mergeHistory,
  placeOf,
  readSources,
  writeSources,
} from "../../../../../renderer/features/events/record-history.ts";

const event = (key: string, at: number): FleetEvent => ({ key, at, timed: true, severity: "info", readAt: at });
const change = (snapshot: number, at: number): Extract<HistoryItem, { readonly source: "change" }>["change"] => ({
  id: "5",
  kind: "changed",
  snapshot,
  at,
  changes: [],
});
const keys = (items: readonly HistoryItem[]): readonly string[] => items.map(({ source, key }) => `${source} ${key}`);

test("merges events and changes by time, events first at the same time", () => {
  const merged = mergeHistory([event("b", 30), event("a", 10)], [change(3, 30), change(2, 20)], false);
  expect(keys(merged)).toEqual(["event b", "change 3", "change 2", "event a"]);
});

test("withholds a change older than the loaded events until the events between are loaded", () => {
  const merged = mergeHistory([event("b", 30), event("a", 25)], [change(3, 26), change(2, 20)], true);
  expect(keys(merged)).toEqual(["event b", "change 3", "event a"]);
  expect(mergeHistory([], [change(2, 20)], true)).toEqual([]);
});

test("offers only sources that the record has, and omits the parameter for none or all", () => {
  expect(readSources("sms,event", "endpoint")).toEqual(["event", "sms"]);
  expect(readSources("sms", "sim")).toEqual(["event", "change"]);
  expect(readSources(undefined, "user")).toEqual(["event", "change"]);
  expect(writeSources(["event", "sms"], "endpoint")).toBe("event,sms");
  expect(writeSources([], "endpoint")).toBeUndefined();
  expect(writeSources(["event", "change"], "sim")).toBeUndefined();
});

test("links every row to its own page", () => {
  const here = { path: ["fleet", "endpoint"], query: { open: "endpoint:5", tab: "history", sources: "sms" } };
  const of = { collection: "endpoint", id: "5" } as const;
  const [first, second] = mergeHistory([event("k 1", 2)], [change(4, 1)], false);
  expect(first && placeOf(first, of, here)).toBe("#/events?of=endpoint&id=5&event=k+1");
  expect(second && placeOf(second, of, here)).toBe("#/changes/endpoint?since=snapshot%3A3&open=endpoint%3A5");
  const message = { id: "9", key: "9", endpoint: "5", direction: "mt", delivery: "pending" } as const;
  const sms: HistoryItem = { source: "sms", key: "9", at: 1, message };
  expect(placeOf(sms, of, here)).toBe("#/fleet/endpoint?open=endpoint%3A5&tab=messages");
});

test("refreshes a record if its coverage is old or incomplete, unless the service does not offer the list", () => {
  const now = 1_000_000_000;
  const requested = { from: 0, until: now };
  const span = { from: 0, until: now - 1000, oldest: now - 1000, newest: now - 1000 };
  const rest = { from: now - 1000, until: now };
  const read = { requested: requested, spans: [span], gaps: [rest], whole: false };
  expect(isStale(read, now)).toBe(false);
  expect(isStale(read, now + 120_000)).toBe(true);
  expect(isStale({ ...read, spans: [{ ...span, from: 500 }], gaps: [{ from: 0, until: 500 }, rest] }, now)).toBe(true);
  expect(isStale({ ...read, spans: [], gaps: [requested] }, now)).toBe(true);
  expect(isStale({ ...read, spans: [], gaps: [requested], notOfferedAt: now }, now)).toBe(false);
});
