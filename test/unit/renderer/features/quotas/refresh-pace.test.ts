import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import type { QuotaRefresh } from "#shared/contract/quotas/quota-overview.ts";
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
  waitingMs: 0,
};

test("estimates later rate limit windows independently of the measured rate of the first", () => {
  // 6,000 requests need three windows of 2,000: the last one starts ten minutes after the first.
  expect(leftMs(refresh, governor, 10_000)).toBe(590_000);
});

test("estimates by the measured rate what fits into the current window", () => {
  expect(leftMs({ ...refresh, total: 1000 }, governor, 9_000)).toBe(1_000);
  expect(leftMs(refresh, { ...governor, ceiling: "none" }, 9_000)).toBe(21_000);
  expect(leftMs(refresh, undefined, 9_000)).toBe(21_000);
});

test("estimates at least the wait of the next request", () => {
  expect(leftMs({ ...refresh, total: 1000 }, { ...governor, waitingMs: 180_000 }, 9_000)).toBe(180_000);
});

test("gives no estimate without a rate or a total", () => {
  expect(leftMs(refresh, governor, 1_999)).toBeUndefined();
  expect(leftMs({ ...refresh, done: 0 }, governor, 9_000)).toBeUndefined();
  const { total: _unknown, ...open } = refresh;
  expect(leftMs(open, governor, 9_000)).toBeUndefined();
});
