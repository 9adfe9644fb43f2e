import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNumberInput, numberOf, parseNumber, wholeNumberOf } from "../../../../renderer/lib/parse-number.ts";

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

const any = { min: 0, max: 1_000_000 };

test.each([
  ["350", 350],
  [" 1,000 ", 1000],
  ["1 000", 1000],
  ["1'000", 1000],
  ["12,345.5", 12_345.5],
  ["0,5", 0.5],
  [".5", 0.5],
  ["1.", 1],
])("parses “%s” as %d under a rule", (text, value) => {
  expect(numberOf(text, any)).toBe(value);
});

test.each(["", "abc", "1e3", "-1", "1.2.3", "5 %", "0x10", "1000001"])("rejects “%s” under a rule", (text) => {
  expect(numberOf(text, any)).toBeUndefined();
});

test("rejects a fraction for a whole number", () => {
  expect(numberOf("2.5", { ...any, whole: true })).toBeUndefined();
});

test("parses every formatted number back to its value", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (tenThousandths) => {
      const value = tenThousandths / 10_000;
      expect(numberOf(formatNumberInput(value), any)).toBeCloseTo(value, 4);
    }),
  );
  expect(formatNumberInput(0.07 * 100)).toBe("7");
});
