/**
 * Spans of time that were read whole. Pure.
 *
 * Invariants of a settled list: in order, none overlap, and two that touch were read more than an hour apart. Where readings
 * overlap, the newest counts.
 */
import type { Coverage, ReadSpan, Span } from "#contract/event-words.ts";

/** Neighbours read within this time are told as one. */
const oneReadingMs = 3_600_000;

/** `span` beside what is settled already. */
export function addSpan(settled: readonly ReadSpan[], span: ReadSpan): ReadSpan[] {
  const isNear = ({ from, until }: Span): boolean => until >= span.from && from <= span.until;
  const near = settled.filter(isNear);
  return [...settled.filter((other) => !isNear(other)), ...settleSpans([...near, span])].toSorted(inTime);
}

/** Any spans, made into a settled list. */
export function settleSpans(spans: readonly ReadSpan[]): ReadSpan[] {
  const edges = [...new Set(spans.flatMap(({ from, until }) => [from, until]))].toSorted((a, b) => a - b);
  const settled: ReadSpan[] = [];
  for (const [index, from] of edges.entries()) {
    const until = edges[index + 1];
    const best = spans.filter((span) => span.from <= from && span.until > from).reduce(newer, undefined);
    if (until === undefined || best === undefined) continue;
    const piece = { ...best, from, until };
    const joined = join(settled.at(-1), piece);
    if (joined === undefined) settled.push(piece);
    else settled[settled.length - 1] = joined;
  }
  return settled;
}

/** What of `asked` was read, and what was not. */
export function coverageOf(settled: readonly ReadSpan[], asked: Span, notOfferedAt?: number): Coverage {
  const spans = settled.flatMap((span) => {
    const from = Math.max(span.from, asked.from);
    const until = Math.min(span.until, asked.until);
    return from < until ? [{ ...span, from, until }] : [];
  });
  const gaps: Span[] = [];
  let reached = asked.from;
  for (const { from, until } of spans) {
    if (from > reached) gaps.push({ from: reached, until: from });
    reached = until;
  }
  if (reached < asked.until) gaps.push({ from: reached, until: asked.until });
  return { asked, spans, gaps, whole: gaps.length === 0, ...(notOfferedAt === undefined ? {} : { notOfferedAt }) };
}

/** Without everything before `floor`. */
export function cutBefore(settled: readonly ReadSpan[], floor: number): ReadSpan[] {
  return settled.flatMap((span) => (span.until <= floor ? [] : [span.from < floor ? { ...span, from: floor } : span]));
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
