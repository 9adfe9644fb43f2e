/** Points of the charts of quotas: remaining volume by percentage, and over time. Pure. */
import { t } from "#shared/texts/text.ts";
import type { OutputOf } from "../../data/fleet-query.ts";
import type { QuotaHistoryPoint, QuotaUsageDay } from "#shared/contract/quotas/quota-overview.ts";
import { formatDate, formatDateTime } from "#shared/format.ts";
import { displayZone } from "#shared/time-display.ts";
import type { ChartPoint, FillStyle } from "../../lib/chart-data.ts";

const tones: Readonly<Record<"empty" | "low" | "unknown", FillStyle>> = {
  empty: {
    color: "var(--bad)",
    pattern: { kind: "stripes", ground: tinted("var(--bad)", 45), every: 6, size: 3, turn: 45 },
  },
  low: { color: "var(--wait)", pattern: { kind: "stripes", ground: tinted("var(--wait)", 50), every: 6, size: 3 } },
  unknown: { color: "var(--surface)", pattern: { kind: "dots", ground: "var(--muted)", every: 6, size: 1.2 } },
};

function tinted(color: string, percent: number): string {
  return `color-mix(in srgb, ${color} ${percent}%, var(--surface))`;
}

/** Endpoints by remaining percentage; those without a percentage at both ends. */
export function quotaBars(
  { histogram, outside }: Pick<OutputOf<"quotas.overview">, "histogram" | "outside">,
  belowPercent: number,
): readonly ChartPoint[] {
  const bars = [
    {
      tick: t(($) => $.quotas.histogram.emptyAxis),
      label: t(($) => $.quotas.histogram.empty),
      count: outside.empty,
      style: tones.empty,
    },
    ...histogram.map(({ from, to, count }) => ({
      // The last interval includes its upper bound.
      tick: t(($) => $.quotas.histogram.stepAxis, { from, to: to === 100 ? to : to - 1 }),
      label: t(($) => $.quotas.histogram.step, { from, to }),
      count,
      style: to <= belowPercent ? tones.low : undefined,
    })),
    {
      tick: t(($) => $.quotas.histogram.overAxis),
      label: t(($) => $.quotas.histogram.over),
      count: outside.over,
      style: undefined,
    },
    {
      tick: t(($) => $.quotas.histogram.unknownAxis),
      label: t(($) => $.quotas.histogram.unknown),
      count: outside.unknown,
      style: tones.unknown,
    },
  ];
  return bars.map(({ count, ...bar }, index) => ({
    ...bar,
    from: index,
    until: index + 1,
    values: { endpoints: count },
  }));
}

/** Readings of one quota. Without a volume no quota was set, which is not 0. */
export function readingPoints(readings: readonly QuotaHistoryPoint[]): readonly ChartPoint[] {
  return readings.map(({ at, volume }) => ({
    from: at,
    until: at + 1,
    label: formatDateTime(at),
    values: { remaining: volume },
  }));
}

/** Why there is no used volume to draw; undefined where there is. The first reading of a quota has nothing to compare with. */
export function noUsageText(days: readonly QuotaUsageDay[]): string | undefined {
  const [first, second] = days;
  if (first === undefined) return t(($) => $.quotas.usage.none);
  return second === undefined && first.used === 0 ? t(($) => $.quotas.usage.oneDay) : undefined;
}

const dayMs = 86_400_000;

/** Every day of UTC from the first to the last; days without readings are unknown. */
export function usagePoints(days: readonly QuotaUsageDay[]): readonly ChartPoint[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const byDay = new Map(days.map((one) => [one.day, one]));
  const points: ChartPoint[] = [];
  for (let day = first.day; day <= last.day; day += dayMs) {
    const sums = byDay.get(day);
    points.push({
      from: day,
      until: day + dayMs,
      label: formatDate(displayZone().firstInstant(day)),
      values: { used: sums?.used, remaining: sums?.balance },
      gap: sums === undefined ? "unread" : undefined,
    });
  }
  return points;
}
