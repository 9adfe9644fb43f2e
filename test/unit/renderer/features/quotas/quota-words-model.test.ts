import { expect, test } from "vitest";
import type { Quota, QuotaStand } from "#contract/quota-words.ts";
import {
  changedLines,
  groupWords,
  quotaFields,
  readingStatus,
  standText,
} from "../../../../../renderer/features/quotas/quota-words-model.ts";

const expiresAt = new Date(2031, 11, 31, 23, 59, 59).getTime();
const quota: Quota = {
  volume: 37.5,
  expiresAt,
  status: "active",
  onExhaustion: { kind: "block" },
  autoRefill: false,
  thresholdPercent: 20,
};
const set = (part: Partial<Quota> = {}): QuotaStand => ({ state: "set", quota: { ...quota, ...part } });
const none: QuotaStand = { state: "none" };

test("a quota is said with its unit and its end", () => {
  expect(standText("data", set())).toBe("37.5 MB until 31 Dec 2031, 23:59:59");
  expect(standText("sms", { state: "set", quota: { volume: 1, status: "active" } })).toBe("1 message");
});

test("none, not told and never read are three different words", () => {
  expect(standText("data", none)).toBe("none");
  expect(standText("data", { state: "set", quota: { status: "active" } })).toBe("volume unknown");
  expect(standText("data", undefined)).toBe("unknown");
});

test("violet is for what nobody knows: not for none, and not for what nobody asked", () => {
  expect(readingStatus({ stand: none }).tone).toBe("neutral");
  expect(readingStatus({}).tone).toBe("neutral");
  expect(readingStatus({ stand: set({ status: "unknown" }) }).tone).toBe("unknown");
  expect(readingStatus({ problem: { code: "timed-out", message: "No answer.", at: 1 } }).tone).toBe("unknown");
  expect(groupWords("unreadable", { belowPercent: 20, expiringDays: 14 }).tone).toBe("unknown");
});

test("an SMS quota has no line for an action", () => {
  expect(quotaFields("data", set()).map(([field]) => field)).toContain("When used up");
  expect(quotaFields("sms", set()).map(([field]) => field)).not.toContain("When used up");
});

test("only what differs is a line; from none on, everything is new", () => {
  expect(changedLines("data", set(), set({ volume: 87.5 }))).toEqual([
    { field: "Left", before: "37.5 MB", after: "87.5 MB" },
  ]);
  expect(changedLines("data", none, set()).every(({ before }) => before === undefined)).toBe(true);
  expect(changedLines("data", set(), set())).toEqual([]);
});
