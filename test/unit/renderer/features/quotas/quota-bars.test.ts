import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { barText, quotaChartSummary, quotaBars } from "../../../../../renderer/features/quotas/quota-bars.ts";

const groups = {
  checked: 0,
  empty: 0,
  below: 0,
  none: 0,
  expiring: 0,
  expired: 0,
  blocked: 0,
  unreadable: 0,
  never: 0,
};
const histogram = Array.from({ length: 10 }, (_, index) => ({ from: index * 10, to: index * 10 + 10, count: index }));

test("marks bars below the limit, scales to the highest bar, and keeps the smallest visible", () => {
  const bars = quotaBars({ groups, histogram, outside: { empty: 1000, over: 0, unknown: 1 } }, 20);
  expect(bars.map(({ tone }) => tone).slice(0, 4)).toEqual(["empty", "low", "low", "plain"]);
  expect(bars[0]?.height).toBe(1);
  expect(bars.at(-1)?.height).toBeGreaterThan(0);
  expect(bars.at(-2)?.height).toBe(0);
});

test("describes the chart in a sentence", () => {
  const steps = histogram.map((step) => ({ ...step, count: step.from === 10 ? 3 : 0 }));
  const bars = quotaBars({ groups, histogram: steps, outside: { empty: 2, over: 0, unknown: 1 } }, 20);
  const texts = bars.filter(({ count }) => count > 0).map(barText);
  expect(texts).toEqual([
    t(($) => $.quotas.histogram.bar, { label: t(($) => $.quotas.histogram.empty), count: 2 }),
    t(($) => $.quotas.histogram.bar, { label: t(($) => $.quotas.histogram.step, { from: 10, to: 20 }), count: 3 }),
    t(($) => $.quotas.histogram.bar, { label: t(($) => $.quotas.histogram.unknown), count: 1 }),
  ]);
  expect(quotaChartSummary(bars)).toBe(t(($) => $.quotas.histogram.summary, { count: 6, bars: texts.join(", ") }));
  expect(quotaChartSummary([])).toBe(t(($) => $.quotas.histogram.none));
});
