import { describe, expect, test } from "vitest";
import { largest, median, percentile, ratePerSecond } from "../../../tools/bench/statistics.ts";

describe("the median", () => {
  test("of an odd number of values is the middle one, whatever their order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test("of an even number of values is the mean of the two in the middle", () => {
    expect(median([4, 1, 3, 100])).toBe(3.5);
  });

  test("of an empty list is an error", () => {
    expect(() => median([])).toThrow(RangeError);
  });

  test("does not modify the list", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe("a percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  test("is a value that at least that share does not exceed", () => {
    expect([0, 0.5, 0.95, 0.999, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 95, 100, 100]);
  });

  test("of one value is that value", () => {
    expect(percentile([7], 0.95)).toBe(7);
  });

  test("of numbers orders them as numbers", () => {
    expect(largest([9, 10, 100, 11])).toBe(100);
  });
});

describe("a rate", () => {
  test("counts the intervals between times, not the times", () => {
    expect(ratePerSecond([1000, 1250, 1500, 1750, 2000])).toBe(4);
  });

  test("of a single time is an error", () => {
    expect(() => ratePerSecond([1000])).toThrow(RangeError);
  });
});
