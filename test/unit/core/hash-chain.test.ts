import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, chainHash, chainStart } from "../../../main/core/hash-chain.ts";

describe("canonical JSON", () => {
  test.each([
    [{ b: 1, a: [true, null, "é"], c: { z: 1, y: undefined } }, '{"a":[true,null,"é"],"b":1,"c":{"z":1}}'],
    [{ B: 1, a: 2, "": 3 }, '{"":3,"B":1,"a":2}'],
    [[undefined], "[null]"],
    [-0, "0"],
    ["\u2028\ud800", '"\u2028\\ud800"'],
  ])("of %j", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("represents the same value, whatever the order of its keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1])("rejects %s", (value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  });
});

test("a hash depends on the entry and on every entry before it", () => {
  const first = chainHash(chainStart, "a");
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set([first, chainHash(chainStart, "b"), chainHash(first, "a"), chainHash(first, "b")]).size).toBe(4);
});
