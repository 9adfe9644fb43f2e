import { expect, test } from "vitest";
import { parseNumber, wholeNumberOf } from "../../../../renderer/lib/parse-number.ts";

test("parses common number notations", () => {
  const inputs = ["1,000", "1 000", "1’000.5", "0,5", ".5", "-2", "7.", "-0"];
  expect(inputs.map(parseNumber)).toEqual([1000, 1000, 1000.5, 0.5, 0.5, -2, 7, 0]);
});

test("rejects anything but numbers", () => {
  for (const text of ["", "5O", "1e3", "--1", "1,00,0", "Infinity", "NaN", "."])
    expect(parseNumber(text)).toBeUndefined();
});

test.each(["9412", "9,412", "9 412", "9.412", " 9’412 ", "9\u202F412"])(
  "parses “%s” as the whole number 9412",
  (text) => {
    expect(wholeNumberOf(text)).toBe(9412);
  },
);

test.each(["", "9412x", "-9412", "9e3"])("does not parse “%s” as a whole number", (text) => {
  expect(wholeNumberOf(text)).toBeUndefined();
});
