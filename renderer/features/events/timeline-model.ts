/** Events over time by severity as bars, and what each says. Pure: heights run from 0 to 1. */
import type { TimelineBucket } from "#contract/events.ts";
import type { Severity, Span } from "#contract/event-words.ts";
import { count, counted, exactly } from "../../lib/format.ts";
import { severities, severityLooks } from "./events-model.ts";

export interface BarPart {
  readonly severity: Severity;
  readonly from: number;
  readonly to: number;
}

export interface Bar extends Span {
  readonly count: number;
  /** From the ground up, the gravest at the ground, where it is seen first. */
  readonly parts: readonly BarPart[];
  readonly read: TimelineBucket["read"];
  readonly sentence: string;
}

export interface TimelineDrawing {
  readonly bars: readonly Bar[];
  /** What the top of the picture stands for. */
  readonly top: number;
  readonly sentence: string;
}

/** Whatever happened at all is to be seen. */
const smallest = 0.04;

export function drawTimeline(buckets: readonly TimelineBucket[]): TimelineDrawing {
  const sums = buckets.map(({ counts }) => severities.reduce((sum, one) => sum + (counts[one] ?? 0), 0));
  const top = Math.max(1, ...sums);
  const bars = buckets.map((bucket, index): Bar => {
    const { from, until, counts, read } = bucket;
    let ground = 0;
    const parts = severities.flatMap((severity): BarPart[] => {
      const many = counts[severity] ?? 0;
      if (many === 0) return [];
      const part = { severity, from: ground, to: Math.min(1, ground + Math.max(smallest, many / top)) };
      ground = part.to;
      return [part];
    });
    return { from, until, read, parts, count: sums[index] ?? 0, sentence: bucketSentence(bucket) };
  });
  return { bars, top, sentence: pictureSentence(buckets) };
}

function severityWords(counts: TimelineBucket["counts"]): string {
  return severities
    .flatMap((severity) => {
      const many = counts[severity] ?? 0;
      return many === 0
        ? []
        : [`${count(many)} ${severity === "unknown" ? "of unknown severity" : severityLooks[severity].text}`];
    })
    .join(", ");
}

export function bucketSentence({ from, until, counts, read }: TimelineBucket): string {
  const words = severityWords(counts);
  const known = words === "" ? (read === "read" ? "no events" : "none known") : words;
  const rest = { read: "", partly: "; partly read, the rest is unknown", unread: "; not read, so unknown" }[read];
  return `${exactly(from)} to ${exactly(until)}: ${known}${rest}`;
}

/** The whole picture in a sentence. */
export function pictureSentence(buckets: readonly TimelineBucket[]): string {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return "Events over time: nothing yet";
  const sums = Object.fromEntries(
    severities.map((one) => [one, buckets.reduce((sum, { counts }) => sum + (counts[one] ?? 0), 0)]),
  );
  const words = severityWords(sums as TimelineBucket["counts"]);
  const unread = buckets.filter(({ read }) => read === "unread").length;
  const part = unread === 0 ? "" : `; ${counted(unread, "part")} of ${count(buckets.length)} not read, so unknown`;
  return `Events from ${exactly(first.from)} to ${exactly(last.until)}: ${words === "" ? "none known" : words}${part}`;
}
