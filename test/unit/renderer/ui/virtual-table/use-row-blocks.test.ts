import fc from "fast-check";
import { expect, test } from "vitest";
import {
  boundedOffset,
  lastOffset,
  offsetAt,
  offsetShowing,
  positionAt,
  scrollSpace,
} from "../../../../../renderer/ui/virtual-table/use-row-blocks.ts";

const rows = fc.nat(2_000_000);
const rowHeight = fc.constantFrom(28, 36);
const seen = fc.integer({ min: 100, max: 2000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test("scrolls a short list pixel by pixel", () => {
  const space = scrollSpace(1000, 28, 700);
  expect(space).toEqual({ height: 28_000, range: 28_000, seen: 700, scaled: false });
  expect([offsetAt(space, 1234), positionAt(space, 1234)]).toEqual([1234, 1234]);
});

test("keeps the scroll range below the browser's limit for any list", () => {
  fc.assert(
    fc.property(rows, rowHeight, seen, (rows, height, seen) => {
      const space = scrollSpace(rows, height, seen);
      expect(space.range).toBeLessThanOrEqual(8_000_000);
      expect(space.scaled).toBe(space.range < space.height);
    }),
  );
});

test("maps both ends of the scroll bar to both ends of the list", () => {
  fc.assert(
    fc.property(rows, rowHeight, seen, (rows, height, seen) => {
      const space = scrollSpace(rows, height, seen);
      const end = Math.max(0, space.range - space.seen);
      expect(offsetAt(space, 0)).toBe(0);
      expect(offsetAt(space, end)).toBeCloseTo(lastOffset(space), 3);
      expect(positionAt(space, lastOffset(space))).toBeCloseTo(end, 3);
    }),
  );
});

test("recovers an offset from its scroll bar position", () => {
  fc.assert(
    fc.property(rows, rowHeight, seen, share, (rows, height, seen, share) => {
      const space = scrollSpace(rows, height, seen);
      const offset = share * lastOffset(space);
      expect(Math.abs(offsetAt(space, positionAt(space, offset)) - offset)).toBeLessThan(0.01);
    }),
  );
});

test("makes a row fully visible, and does not move if it already is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      rowHeight,
      seen,
      share,
      share,
      (rows, height, seen, at, fraction) => {
        const space = scrollSpace(rows, height, seen);
        const row = Math.min(rows - 1, Math.floor(fraction * rows));
        const before = boundedOffset(space, at * space.height);
        const after = offsetShowing(space, before, row, height);
        expect(row * height).toBeGreaterThanOrEqual(after);
        expect((row + 1) * height).toBeLessThanOrEqual(after + seen);
        expect(offsetShowing(space, after, row, height)).toBe(after);
      },
    ),
  );
});
