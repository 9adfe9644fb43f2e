import { expect, test } from "vitest";
import { typedNumber, wholeNumberOf } from "../../../../renderer/lib/typed-number.ts";

test("numbers are read as people write them", () => {
  const typed = ["1,000", "1 000", "1’000.5", "0,5", ".5", "-2", "7.", "-0"];
  expect(typed.map(typedNumber)).toEqual([1000, 1000, 1000.5, 0.5, 0.5, -2, 7, 0]);
});

test("what is no number is none", () => {
  for (const text of ["", "5O", "1e3", "--1", "1,00,0", "Infinity", "NaN", "."])
    expect(typedNumber(text)).toBeUndefined();
});

test.each(["9412", "9,412", "9 412", "9.412", " 9’412 ", "9\u202F412"])("“%s” is the whole number 9412", (typed) => {
  expect(wholeNumberOf(typed)).toBe(9412);
});

test.each(["", "9412x", "-9412", "9e3"])("“%s” is no whole number", (typed) => {
  expect(wholeNumberOf(typed)).toBeUndefined();
});
