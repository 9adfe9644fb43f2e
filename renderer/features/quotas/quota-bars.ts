/** Histogram of remaining volume as labelled bars. Pure. */
import { t } from "#shared/texts/text.ts";
import type { OutputOf } from "../../data/fleet-query.ts";

export interface QuotaBar {
  readonly id: string;
  /** Label below the bar. */
  readonly axis: string;
  /** "10 to 20% left". */
  readonly label: string;
  readonly count: number;
  readonly tone: "empty" | "low" | "plain" | "unknown";
  /** Relative to the highest bar, 0 to 1; at least visible if the count is not 0. */
  readonly height: number;
}

const minHeight = 0.04;

export function quotaBars(
  { histogram, outside }: OutputOf<"quotas.overview">,
  belowPercent: number,
): readonly QuotaBar[] {
  const bars = [
    {
      id: "empty",
      axis: t(($) => $.quotas.histogram.emptyAxis),
      label: t(($) => $.quotas.histogram.empty),
      count: outside.empty,
      tone: "empty" as const,
    },
    ...histogram.map(({ from, to, count: many }) => ({
      id: String(from),
      // The last interval includes its upper bound.
      axis: to === 100 ? `${from}–100` : from === 0 ? ">0" : String(from),
      label: t(($) => $.quotas.histogram.step, { from, to }),
      count: many,
      tone: to <= belowPercent ? ("low" as const) : ("plain" as const),
    })),
    { id: "over", axis: ">100", label: t(($) => $.quotas.histogram.over), count: outside.over, tone: "plain" as const },
    {
      id: "unknown",
      axis: t(($) => $.quotas.histogram.unknownAxis),
      label: t(($) => $.quotas.histogram.unknown),
      count: outside.unknown,
      tone: "unknown" as const,
    },
  ];
  const highest = Math.max(1, ...bars.map((bar) => bar.count));
  return bars.map((bar) => ({ ...bar, height: bar.count === 0 ? 0 : Math.max(minHeight, bar.count / highest) }));
}

/** "10 to 20% left: 3". */
export function barText({ label, count }: QuotaBar): string {
  return t(($) => $.quotas.histogram.bar, { label: label, count });
}

/** The chart as text. */
export function quotaChartSummary(bars: readonly QuotaBar[]): string {
  const there = bars.filter((bar) => bar.count > 0);
  const all = there.reduce((sum, bar) => sum + bar.count, 0);
  if (all === 0) return t(($) => $.quotas.histogram.none);
  return t(($) => $.quotas.histogram.summary, { count: all, bars: there.map(barText).join(", ") });
}
