/** Events over time by severity as bars, with a label each. Pure: heights range from 0 to 1. */
import { t } from "#shared/texts/text.ts";
import type { TimelineBucket } from "#shared/contract/events/events.ts";
import type { Severity, Span } from "#shared/contract/events/event-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { severities } from "./events-request.ts";

export interface BarPart {
  readonly severity: Severity;
  readonly from: number;
  readonly to: number;
}

export interface Bar extends Span {
  readonly count: number;
  /** From the bottom up, most severe at the bottom, where it is most visible. */
  readonly segments: readonly BarPart[];
  readonly read: TimelineBucket["read"];
  readonly sentence: string;
}

export interface TimelineDrawing {
  readonly bars: readonly Bar[];
  /** Value at the top of the chart. */
  readonly top: number;
  readonly sentence: string;
}

/** Minimum height, so that any non-zero count is visible. */
const smallest = 0.04;

export function drawTimeline(buckets: readonly TimelineBucket[]): TimelineDrawing {
  const sums = buckets.map(({ counts }) => severities.reduce((sum, one) => sum + (counts[one] ?? 0), 0));
  const top = Math.max(1, ...sums);
  const bars = buckets.map((bucket, index): Bar => {
    const { from, until, counts, read } = bucket;
    let ground = 0;
    const segments = severities.flatMap((severity): BarPart[] => {
      const many = counts[severity] ?? 0;
      if (many === 0) return [];
      const part = { severity, from: ground, to: Math.min(1, ground + Math.max(smallest, many / top)) };
      ground = part.to;
      return [part];
    });
    return { from, until, read, segments, count: sums[index] ?? 0, sentence: bucketSentence(bucket) };
  });
  return { bars, top, sentence: timelineSummary(buckets) };
}

const countTexts: Readonly<Record<Severity, (count: number) => string>> = {
  critical: (many) => t(($) => $.events.timeline.counts.critical, { count: many }),
  warning: (many) => t(($) => $.events.timeline.counts.warning, { count: many }),
  info: (many) => t(($) => $.events.timeline.counts.info, { count: many }),
  unknown: (many) => t(($) => $.events.timeline.counts.unknown, { count: many }),
};

function severityText(counts: TimelineBucket["counts"]): string {
  return severities
    .flatMap((severity) => {
      const many = counts[severity] ?? 0;
      return many === 0 ? [] : [countTexts[severity](many)];
    })
    .join(", ");
}

export function bucketSentence({ from, until, counts, read }: TimelineBucket): string {
  const countText = severityText(counts);
  const eventsText =
    countText === ""
      ? read === "read"
        ? t(($) => $.events.timeline.none)
        : t(($) => $.events.timeline.noEvents)
      : countText;
  const values = { from: formatDateTime(from), until: formatDateTime(until), events: eventsText };
  switch (read) {
    case "read":
      return t(($) => $.events.timeline.interval, values);
    case "partly":
      return t(($) => $.events.timeline.intervalPartlyLoaded, values);
    case "unread":
      return t(($) => $.events.timeline.intervalNotLoaded, values);
  }
}

/** The whole chart in a sentence. */
export function timelineSummary(buckets: readonly TimelineBucket[]): string {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return t(($) => $.events.timeline.empty);
  const sums = Object.fromEntries(
    severities.map((one) => [one, buckets.reduce((sum, { counts }) => sum + (counts[one] ?? 0), 0)]),
  );
  const countText = severityText(sums as TimelineBucket["counts"]);
  const unread = buckets.filter(({ read }) => read === "unread").length;
  const events = countText === "" ? t(($) => $.events.timeline.noEvents) : countText;
  const values = { from: formatDateTime(first.from), until: formatDateTime(last.until), events };
  return unread === 0
    ? t(($) => $.events.timeline.summary, values)
    : t(($) => $.events.timeline.summaryNotLoaded, { ...values, count: unread, intervals: buckets.length });
}
