import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { GovernorView } from "#contract/connections.ts";
import type { QuotaRefresh } from "#contract/quota-overview.ts";
import { leftMs } from "../../../../../renderer/features/quotas/refresh-pace.ts";

const refresh: QuotaRefresh = {
  refresh: 1,
  connection: "Acme",
  kinds: ["data", "sms"],
  targets: codedText("quota-endpoints-all"),
  state: "running",
  done: 900,
  total: 3000,
  failed: 0,
  failures: [],
  startedAt: 0,
};
const governor: GovernorView = {
  connection: "Acme",
  ceiling: { requests: 2000, seconds: 300 },
  ratePerSecond: 100,
  waitingMs: 0,
};

test("what the budget lets go at once tells nothing of what has to wait for the next windows", () => {
  // 6,000 requests are three windows of 2,000: the last one begins ten minutes after the first.
  expect(leftMs(refresh, governor, 10_000)).toBe(590_000);
});

test("what fits into the window goes by its pace", () => {
  expect(leftMs({ ...refresh, total: 1000 }, governor, 9_000)).toBe(1_000);
  expect(leftMs(refresh, { ...governor, ceiling: "none" }, 9_000)).toBe(21_000);
  expect(leftMs(refresh, undefined, 9_000)).toBe(21_000);
});

test("it takes at least as long as the next request waits", () => {
  expect(leftMs({ ...refresh, total: 1000 }, { ...governor, waitingMs: 180_000 }, 9_000)).toBe(180_000);
});

test("nothing is told before there is a pace, nor of an unknown number", () => {
  expect(leftMs(refresh, governor, 1_999)).toBeUndefined();
  expect(leftMs({ ...refresh, done: 0 }, governor, 9_000)).toBeUndefined();
  const { total: _unknown, ...open } = refresh;
  expect(leftMs(open, governor, 9_000)).toBeUndefined();
});
