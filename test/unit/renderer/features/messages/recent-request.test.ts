import { expect, test } from "vitest";
import { readRecent } from "../../../../../renderer/features/messages/recent-request.ts";

const now = Date.UTC(2026, 4, 12, 9, 13, 27);

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
});
