import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  numberOf,
  numberProblem,
  formatNumberInput,
} from "../../../../../../renderer/features/campaigns/wizard/number-rule.ts";

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
])("parses “%s” as %d", (text, value) => {
  expect(numberOf(text, any)).toBe(value);
});

test.each(["", "abc", "1e3", "-1", "1.2.3", "5 %", "0x10", "1000001"])("rejects “%s”", (text) => {
  expect(numberOf(text, any)).toBeUndefined();
});

test("rejects a fraction for a whole number", () => {
  expect(numberOf("2.5", { ...any, whole: true })).toBeUndefined();
  const rule = { min: 1, max: 512 };
  expect(numberProblem({ ...rule, whole: true })).toBe(t(($) => $.planning.problems.wholeNumber, rule));
  expect(numberProblem(rule)).toBe(t(($) => $.planning.problems.number, rule));
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
