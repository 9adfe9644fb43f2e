import fc from "fast-check";
import { expect, test } from "vitest";
import { cutIntoBuckets, readOf } from "../../../../main/features/events/spans.ts";

test("buckets fill a span in order, all of equal length but the last, and at most as many as requested", () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 500 }),
      (from, length, count) => {
        const { bucketMs, spans } = cutIntoBuckets({ from, until: from + length }, count);
        expect(spans.length).toBeLessThanOrEqual(count);
        expect(spans.slice(0, -1).every((span) => span.until - span.from === bucketMs)).toBe(true);
        expect(spans.every((span, index) => span.from === from + index * bucketMs)).toBe(true);
        expect(spans.at(-1)?.until).toBe(from + length);
      },
    ),
  );
});

test("an empty span has no buckets", () => {
  expect(cutIntoBuckets({ from: 5, until: 5 }, 10).spans).toEqual([]);
});

test("a bucket is read, partly read or unread, depending on the spans that cover it", () => {
  const read = (from: number, until: number) => ({ from, until, oldest: 0, newest: 0 });
  const coverage = { spans: [read(0, 10), read(10, 15), read(22, 30)] };
  expect(
    [
      { from: 0, until: 15 },
      { from: 12, until: 20 },
      { from: 15, until: 22 },
      { from: 14, until: 23 },
      { from: 22, until: 30 },
    ].map((span) => readOf(span, coverage)),
  ).toEqual(["read", "partly", "unread", "partly", "read"]);
});
