/** The histogram of what is left, as bars with words. Pure. */
import { count } from "../../lib/format.ts";
import type { QuotaOverview } from "./quotas-slice.ts";

export interface QuotaBar {
  readonly id: string;
  /** Below it. */
  readonly axis: string;
  /** In the middle of a sentence: "10 to 20 per cent left". */
  readonly words: string;
  readonly count: number;
  readonly tone: "empty" | "low" | "plain" | "unknown";
  /** Of the highest bar, 0 to 1; what is there at all can be seen. */
  readonly height: number;
}

const leastSeen = 0.04;

export function quotaBars({ histogram, beside }: QuotaOverview, belowPercent: number): readonly QuotaBar[] {
  const bars = [
    { id: "empty", axis: "empty", words: "nothing left", count: beside.empty, tone: "empty" as const },
    ...histogram.map(({ from, to, count: many }) => ({
      id: String(from),
      // The last step has its upper end too.
      axis: to === 100 ? `${from}–100` : String(from),
      words: `${from} to ${to} per cent left`,
      count: many,
      tone: to <= belowPercent ? ("low" as const) : ("plain" as const),
    })),
    { id: "over", axis: ">100", words: "more than the last volume", count: beside.over, tone: "plain" as const },
    { id: "unknown", axis: "unknown", words: "per cent not known", count: beside.unknown, tone: "unknown" as const },
  ];
  const highest = Math.max(1, ...bars.map((bar) => bar.count));
  return bars.map((bar) => ({ ...bar, height: bar.count === 0 ? 0 : Math.max(leastSeen, bar.count / highest) }));
}

/** The picture in one sentence. */
export function pictureSentence(bars: readonly QuotaBar[]): string {
  const there = bars.filter((bar) => bar.count > 0);
  const all = there.reduce((sum, bar) => sum + bar.count, 0);
  if (all === 0) return "Per cent left: no quota is set among those that were asked.";
  return `Per cent left of ${count(all)} quotas: ${there.map((bar) => `${count(bar.count)} with ${bar.words}`).join(", ")}.`;
}
