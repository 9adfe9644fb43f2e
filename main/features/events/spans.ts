/**
 * Spans of time that were read completely. Pure.
 *
 * Invariants of a normalized list: it is ordered, its spans do not overlap, and two adjacent ones were read more than an hour apart. Where
 * reads overlap, the newest counts.
 */
import type { Coverage, ReadSpan, Span } from "#shared/contract/events/event-schemas.ts";

/** Adjacent spans read within this time are merged. */
const oneReadingMs = 3_600_000;

/** Adds `span` to a normalized list. */
export function addSpan(normalized: readonly ReadSpan[], span: ReadSpan): ReadSpan[] {
  const isNear = ({ from, until }: Span): boolean => until >= span.from && from <= span.until;
  const adjacent = normalized.filter(isNear);
  return [...normalized.filter((other) => !isNear(other)), ...normalizeSpans([...adjacent, span])].toSorted(inTime);
}

/** Normalizes any list of spans. */
export function normalizeSpans(spans: readonly ReadSpan[]): ReadSpan[] {
  const edges = [...new Set(spans.flatMap(({ from, until }) => [from, until]))].toSorted((a, b) => a - b);
  const normalized: ReadSpan[] = [];
  for (const [index, from] of edges.entries()) {
    const until = edges[index + 1];
    const best = spans.filter((span) => span.from <= from && span.until > from).reduce(newer, undefined);
    if (until === undefined || best === undefined) continue;
    const piece = { ...best, from, until };
    const joined = join(normalized.at(-1), piece);
    if (joined === undefined) normalized.push(piece);
    else normalized[normalized.length - 1] = joined;
  }
  return normalized;
}

/** The spans of `requested` that were read, and the gaps. */
export function coverageOf(normalized: readonly ReadSpan[], requested: Span, notOfferedAt?: number): Coverage {
  const spans = normalized.flatMap((span) => {
    const from = Math.max(span.from, requested.from);
    const until = Math.min(span.until, requested.until);
    return from < until ? [{ ...span, from, until }] : [];
  });
  const gaps: Span[] = [];
  let coveredUntil = requested.from;
  for (const { from, until } of spans) {
    if (from > coveredUntil) gaps.push({ from: coveredUntil, until: from });
    coveredUntil = until;
  }
  if (coveredUntil < requested.until) gaps.push({ from: coveredUntil, until: requested.until });
  return { requested, spans, gaps, whole: gaps.length === 0, notOfferedAt };
}

/** The list without everything before `floor`. */
export function cutBefore(normalized: readonly ReadSpan[], floor: number): ReadSpan[] {
  return normalized.flatMap((span) =>
    span.until <= floor ? [] : [span.from < floor ? { ...span, from: floor } : span],
  );
}

function newer(best: ReadSpan | undefined, span: ReadSpan): ReadSpan {
  if (best === undefined || span.newest > best.newest) return span;
  return span.newest === best.newest && span.oldest > best.oldest ? span : best;
}

function join(before: ReadSpan | undefined, next: ReadSpan): ReadSpan | undefined {
  if (before?.until !== next.from) return undefined;
  const oldest = Math.min(before.oldest, next.oldest);
  const newest = Math.max(before.newest, next.newest);
  return newest - oldest > oneReadingMs ? undefined : { from: before.from, until: next.until, oldest, newest };
}

function inTime(a: Span, b: Span): number {
  return a.from - b.from;
}

// A time span cut into equal buckets for a chart. Pure.

interface Buckets {
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
