import { expect, test } from "vitest";
import { typedNumber } from "../../../../renderer/lib/typed-number.ts";

test("numbers are read as people write them", () => {
  const typed = ["1,000", "1 000", "1’000.5", "0,5", ".5", "-2", "7.", "-0"];
  expect(typed.map(typedNumber)).toEqual([1000, 1000, 1000.5, 0.5, 0.5, -2, 7, 0]);
});

test("what is no number is none", () => {
  for (const text of ["", "5O", "1e3", "--1", "1,00,0", "Infinity", "NaN", "."])
    expect(typedNumber(text)).toBeUndefined();
});
