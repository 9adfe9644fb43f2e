import { expect, test } from "vitest";
import { pictureSentence, quotaBars } from "../../../../../renderer/features/quotas/quota-picture-model.ts";

const groups = { asked: 0, empty: 0, below: 0, none: 0, expiring: 0, expired: 0, blocked: 0, unreadable: 0, never: 0 };
const histogram = Array.from({ length: 10 }, (_, index) => ({ from: index * 10, to: index * 10 + 10, count: index }));

test("bars below the limit are told apart, the highest fills the picture, and the rarest is still seen", () => {
  const bars = quotaBars({ groups, histogram, beside: { empty: 1000, over: 0, unknown: 1 } }, 20);
  expect(bars.map(({ tone }) => tone).slice(0, 4)).toEqual(["empty", "low", "low", "plain"]);
  expect(bars[0]?.height).toBe(1);
  expect(bars.at(-1)?.height).toBeGreaterThan(0);
  expect(bars.at(-2)?.height).toBe(0);
});

test("the picture is a sentence as well", () => {
  const steps = histogram.map((step) => ({ ...step, count: step.from === 10 ? 3 : 0 }));
  const bars = quotaBars({ groups, histogram: steps, beside: { empty: 2, over: 0, unknown: 1 } }, 20);
  expect(pictureSentence(bars)).toBe(
    "Per cent left of 6 quotas: 2 with nothing left, 3 with 10 to 20 per cent left, 1 with per cent not known.",
  );
  expect(pictureSentence([])).toBe("Per cent left: no quota is set among those that were asked.");
});
