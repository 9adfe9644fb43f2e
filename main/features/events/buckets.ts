/** A time span cut into equal buckets for a chart. Pure. */
import type { Coverage, Span } from "#shared/contract/events/event-schemas.ts";

export interface Buckets {
  readonly bucketMs: number;
  /** In ascending order; the last one may be shorter. */
  readonly spans: readonly Span[];
}

/** At most `count` buckets of equal length. An empty span has none. */
export function cutIntoBuckets({ from, until }: Span, count: number): Buckets {
  const bucketMs = Math.max(1, Math.ceil((until - from) / count));
  const spans: Span[] = [];
  for (let at = from; at < until; at += bucketMs) spans.push({ from: at, until: Math.min(until, at + bucketMs) });
  return { bucketMs, spans };
}

/** How much of a bucket was read. */
export function readOf({ from, until }: Span, { spans }: Pick<Coverage, "spans">): "read" | "partly" | "unread" {
  const readMs = spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.until, until) - Math.max(span.from, from)),
    0,
  );
  if (readMs === 0) return "unread";
  return readMs >= until - from ? "read" : "partly";
}
