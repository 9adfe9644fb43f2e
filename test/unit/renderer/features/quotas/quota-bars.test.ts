import { t } from "#shared/texts/text.ts";
import { setTimeDisplay } from "#shared/time-display.ts";
import { expect, onTestFinished, test } from "vitest";
import {
  noUsageText,
  quotaBars,
  readingPoints,
  usagePoints,
} from "../../../../../renderer/features/quotas/quota-bars.ts";

const histogram = Array.from({ length: 10 }, (_, index) => ({ from: index * 10, to: index * 10 + 10, count: index }));

test("shows each step once, named by its range, between the empty quotas and those without a percentage", () => {
  const bars = quotaBars({ histogram, outside: { empty: 1000, over: 0, unknown: 1 } }, 20);
  const step = (from: number, to: number) => t(($) => $.quotas.histogram.stepAxis, { from, to });
  expect(bars.map(({ tick, values }) => [tick, values["endpoints"]]).slice(0, 3)).toEqual([
    [t(($) => $.quotas.histogram.emptyAxis), 1000],
    [step(0, 9), 0],
    [step(10, 19), 1],
  ]);
  expect(bars.map(({ tick }) => tick).slice(-3)).toEqual([
    step(90, 100),
    t(($) => $.quotas.histogram.overAxis),
    t(($) => $.quotas.histogram.unknownAxis),
  ]);
  // Marked below the limit: empty, and the two steps up to 20 %.
  expect(bars.map(({ style }) => style !== undefined)).toEqual([true, true, true, ...Array(9).fill(false), true]);
});

test("a reading without a volume is no quota, and not 0", () => {
  expect(readingPoints([{ at: 5, volume: 0 }, { at: 9 }]).map(({ values }) => values["remaining"])).toEqual([
    0,
    undefined,
  ]);
});

test("a day without readings is unknown between days with sums", () => {
  const day = 86_400_000;
  const sums = (at: number, used: number) => ({ day: at, balance: 100 - used, used, endpoints: 3 });
  const points = usagePoints([sums(10 * day, 4), sums(12 * day, 0)]);
  expect(points.map(({ from, gap, values }) => [from / day, gap, values["used"], values["remaining"]])).toEqual([
    [10, undefined, 4, 96],
    [11, "unread", undefined, undefined],
    [12, undefined, 0, 100],
  ]);
  expect(usagePoints([])).toEqual([]);
});

test("a day of UTC keeps its date in every time zone of the settings", () => {
  onTestFinished(() => setTimeDisplay());
  for (const zone of ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]) {
    setTimeDisplay({ clock: "24h", zone });
    const [point] = usagePoints([{ day: Date.UTC(2031, 2, 29), balance: 1, used: 1, endpoints: 1 }]);
    expect([point?.from, point?.label]).toEqual([Date.UTC(2031, 2, 29), "29 Mar 2031"]);
  }
});

test("days without used volume say why nothing is drawn", () => {
  const sums = (day: number, used: number) => ({ day, balance: 100, used, endpoints: 3 });
  expect(noUsageText([])).toBe(t(($) => $.quotas.usage.none));
  expect(noUsageText([sums(0, 0)])).toBe(t(($) => $.quotas.usage.oneDay));
  expect([noUsageText([sums(0, 4)]), noUsageText([sums(0, 0), sums(1, 0)])]).toEqual([undefined, undefined]);
});
