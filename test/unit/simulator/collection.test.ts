import fc from "fast-check";
import { expect, test } from "vitest";
import { compareKeys, matcher } from "../../../main/simulator/collection.ts";

/** The same rule as a regular expression. */
const pattern = (criterion: string): RegExp => {
  const segments = criterion.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(criterion.includes("*") ? `^${segments.join("[^]*")}$` : segments.join(""));
};

const letters = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 8 });
const criteria = fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), minLength: 1, maxLength: 6 });

test("a wildcard matches like its regular expression", () => {
  fc.assert(
    fc.property(letters, criteria, (text, criterion) => {
      expect(matcher("wildcard", criterion)(text)).toBe(pattern(criterion).test(text));
    }),
  );
});

test("the threshold decides between prefix and exact match", () => {
  const whole = "8988303001000000017";
  const verdicts = [whole.slice(0, 18), whole, `${whole}4`].map((criterion) =>
    matcher({ threshold: 19 }, criterion)(whole),
  );
  expect(verdicts).toEqual([true, true, false]);
});

test("a missing value only matches null", () => {
  expect([
    matcher("exact", "null")(undefined),
    matcher("exact", "1")(undefined),
    matcher("wildcard", "*")(undefined),
  ]).toEqual([true, false, false]);
});

test("texts order by code points", () => {
  const key = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const byPoints = (a: string, b: string): number => {
    const [left, right] = [key(a), key(b)];
    const index = left.findIndex((point, position) => point !== right[position]);
    return index < 0 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? -1);
  };
  const texts = fc.string({ unit: fc.constantFrom("a", "ü", "\ufffd", "😀", "豈"), maxLength: 4 });
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(byPoints(a, b)));
    }),
  );
});
