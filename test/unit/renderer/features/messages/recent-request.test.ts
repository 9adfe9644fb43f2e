import { expect, test } from "vitest";
import type { Message } from "#shared/contract/messages/sms.ts";
import {
  limitFor,
  readRecent,
  mergeRefreshed,
  isSameQuery,
} from "../../../../../renderer/features/messages/recent-request.ts";
import { makeMessage } from "../../../../make/message.ts";

const now = Date.UTC(2026, 4, 12, 9, 13, 27);

function many(from: number, until: number): readonly Message[] {
  return Array.from({ length: until - from }, (_, index) => makeMessage({ key: `sms-${from + index}` }));
}

test("parses the query of the address and ignores invalid values", () => {
  const query = {
    direction: "mo",
    delivery: "buffered,lost",
    outcome: "unknown",
    search: "REBOOT",
    open: "endpoint:1",
  };
  expect(readRecent(query, now)).toEqual({
    direction: "mo",
    delivery: ["buffered"],
    outcome: ["unknown"],
    search: "REBOOT",
  });
  expect(readRecent({ direction: "up", search: " ", period: "never" }, now)).toEqual({});
});

test("rounds the start of a period to its step, so that the query is stable for a while", () => {
  const begin = (period: string, at: number): string => new Date(readRecent({ period }, at).from ?? 0).toISOString();
  expect([begin("1h", now), begin("24h", now), begin("7d", now)]).toEqual([
    "2026-05-12T08:13:00.000Z",
    "2026-05-11T09:10:00.000Z",
    "2026-05-05T09:00:00.000Z",
  ]);
  expect(begin("1h", now + 30_000)).toBe(begin("1h", now));
  expect(isSameQuery(readRecent({ period: "1h" }, now), readRecent({ period: "1h" }, now + 120_000))).toBe(true);
  expect(isSameQuery(readRecent({ search: "a" }, now), readRecent({ search: "b" }, now))).toBe(false);
});

test("reloads as many rows as are visible, up to the limit of one response", () => {
  expect([0, 100, 340, 700].map(limitFor)).toEqual([100, 100, 340, 500]);
});

test("replaces the rows that a newer response covers and preserves older ones, without duplicates", () => {
  const answer = { items: many(0, 500), nextCursor: "new" };
  expect(mergeRefreshed({ items: many(1, 300), nextCursor: "old" }, answer)).toBe(answer);
  const joined = mergeRefreshed({ items: many(2, 702), nextCursor: "old" }, answer);
  expect(joined.items.map(({ key }) => key)).toEqual([...many(0, 500), ...many(502, 702)].map(({ key }) => key));
  expect(joined.nextCursor).toBe("old");
});
