import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReadSpan } from "#shared/contract/events/event-schemas.ts";
import { addSpan, coverageOf, cutBefore, normalizeSpans } from "../../../../main/features/events/spans.ts";

const hourMs = 3_600_000;

/** A short time axis, and reads on it in chronological order, sometimes hours apart. */
const readings = fc
  .array(fc.record({ from: fc.nat(30), length: fc.integer({ min: 1, max: 12 }), pause: fc.nat(3) }), { maxLength: 12 })
  .map((steps) => {
    let now = 0;
    return steps.map(({ from, length, pause }) => {
      now += pause * (hourMs / 2) + 1;
      return { from, until: from + length, oldest: now, newest: now };
    });
  });

/** The last read that covers a moment. */
function lastOver(readSpans: readonly ReadSpan[], at: number): ReadSpan | undefined {
  return readSpans.findLast(({ from, until }) => from <= at && at < until);
}

function isMerged(spans: readonly ReadSpan[]): boolean {
  return spans.every((span, index) => {
    const before = spans[index - 1];
    if (span.until <= span.from || span.oldest > span.newest || span.newest - span.oldest > hourMs) return false;
    if (before === undefined || before.until < span.from) return true;
    const oldest = Math.min(before.oldest, span.oldest);
    const newest = Math.max(before.newest, span.newest);
    return before.until === span.from && newest - oldest > hourMs;
  });
}

test("a moment counts as read exactly when a read covers it, and the last read is within the reported time", () => {
  fc.assert(
    fc.property(readings, (readSpans) => {
      const mergedSpans = readSpans.reduce<ReadSpan[]>(addSpan, []);
      expect(isMerged(mergedSpans)).toBe(true);
      for (let at = 0; at < 45; at += 1) {
        const last = lastOver(readSpans, at);
        const coveringSpan = mergedSpans.find(({ from, until }) => from <= at && at < until);
        expect(coveringSpan !== undefined).toBe(last !== undefined);
        if (coveringSpan === undefined || last === undefined) continue;
        expect(coveringSpan.oldest <= last.oldest && last.newest <= coveringSpan.newest).toBe(true);
      }
    }),
  );
});

test("normalizing all spans at once covers the same as adding them one by one", () => {
  fc.assert(
    fc.property(readings, (readSpans) => {
      const range = { from: 0, until: 45 };
      const one = coverageOf(readSpans.reduce<ReadSpan[]>(addSpan, []), range);
      expect(coverageOf(normalizeSpans(readSpans), range).gaps).toEqual(one.gaps);
    }),
  );
});

test("spans and gaps fill the requested span without overlapping", () => {
  fc.assert(
    fc.property(readings, fc.nat(20), fc.integer({ min: 1, max: 20 }), (readSpans, from, length) => {
      const range = { from, until: from + length };
      const { spans, gaps, whole } = coverageOf(normalizeSpans(readSpans), range);
      const pieces = [...spans, ...gaps].toSorted((a, b) => a.from - b.from);
      expect(pieces.reduce((sum, piece) => sum + piece.until - piece.from, 0)).toBe(length);
      expect(pieces.every((piece, index) => piece.from === (pieces[index - 1]?.until ?? from))).toBe(true);
      expect(whole).toBe(gaps.length === 0);
    }),
  );
});

test("spans that leave the cache no longer count as read, and all others stay", () => {
  fc.assert(
    fc.property(readings, fc.nat(45), (readSpans, floor) => {
      const mergedSpans = normalizeSpans(readSpans);
      const cut = cutBefore(mergedSpans, floor);
      expect(isMerged(cut)).toBe(true);
      expect(coverageOf(cut, { from: 0, until: floor }).spans).toEqual([]);
      const rest = { from: floor, until: 46 };
      expect(coverageOf(cut, rest).spans).toEqual(coverageOf(mergedSpans, rest).spans);
    }),
  );
});

test("adjacent spans read within an hour are merged, with the oldest and newest time of reading", () => {
  const first = { from: 0, until: 10, oldest: 100, newest: 100 };
  const soon = { from: 10, until: 20, oldest: 200, newest: 200 };
  const late = { from: 20, until: 30, oldest: 2 * hourMs, newest: 2 * hourMs };
  expect([first, soon, late].reduce<ReadSpan[]>(addSpan, [])).toEqual([
    { from: 0, until: 20, oldest: 100, newest: 200 },
    late,
  ]);
});
