import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateWindow } from "../../../../main/core/api/rate-budget.ts";

test("never counts less than the number in the window, nor more than one slot beyond it", () => {
  const step = fc.record({ afterMs: fc.integer({ min: 0, max: 900 }), count: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const window = createRateWindow(1_000);
      const permits: { readonly at: number; readonly count: number }[] = [];
      const since = (from: number): number => permits.reduce((sum, one) => sum + (one.at > from ? one.count : 0), 0);
      let now = 5;
      for (const { afterMs, count } of steps) {
        now += afterMs;
        window.take(now, count);
        permits.push({ at: now, count });
        expect(window.used(now)).toBeGreaterThanOrEqual(since(now - 1_000));
        expect(window.used(now)).toBeLessThanOrEqual(since(now - 1_000 - 5 - 0.001));
      }
    }),
  );
});

test("returns the time until the count is low enough, and that time is correct", () => {
  const window = createRateWindow(1_000);
  window.take(0, 5);
  window.take(500, 5);
  const wait = window.waitMs(600, 5);
  expect([window.used(600 + wait - 1), window.used(600 + wait)]).toEqual([10, 5]);
  expect(window.waitMs(600 + wait, 5)).toBe(0);
});

test("removes the newest first when permits are returned", () => {
  const window = createRateWindow(1_000);
  window.take(0, 5);
  window.take(900, 5);
  window.release(900, 6);
  expect([window.used(900), window.used(1_010)]).toEqual([4, 0]);
  window.release(1_010, 9);
  expect(window.used(1_010)).toBe(0);
});
