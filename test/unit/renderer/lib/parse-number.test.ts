import { expect, test } from "vitest";
import { parseNumber, wholeNumberOf } from "../../../../renderer/lib/parse-number.ts";

test("numbers are read as people write them", () => {
  const inputs = ["1,000", "1 000", "1’000.5", "0,5", ".5", "-2", "7.", "-0"];
  expect(inputs.map(parseNumber)).toEqual([1000, 1000, 1000.5, 0.5, 0.5, -2, 7, 0]);
});

test("what is no number is none", () => {
  for (const text of ["", "5O", "1e3", "--1", "1,00,0", "Infinity", "NaN", "."])
    expect(parseNumber(text)).toBeUndefined();
});

test.each(["9412", "9,412", "9 412", "9.412", " 9’412 ", "9\u202F412"])("“%s” is the whole number 9412", (text) => {
  expect(wholeNumberOf(text)).toBe(9412);
});

test.each(["", "9412x", "-9412", "9e3"])("“%s” is no whole number", (text) => {
  expect(wholeNumberOf(text)).toBeUndefined();
});
