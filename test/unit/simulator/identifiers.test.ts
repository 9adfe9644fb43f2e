import { expect, test } from "vitest";
import { iccidOf, imeiOf, imsiOf, luhnDigit, msisdnOf } from "../../../main/simulator/identifiers.ts";

test("identifiers have the length of their standard", () => {
  expect([iccidOf, imsiOf, msisdnOf, imeiOf].map((make) => make(1, 999_999).length)).toEqual([19, 15, 15, 16]);
});

test("the check digit is Luhn's", () => {
  expect([luhnDigit("7992739871"), luhnDigit("49015420323751")]).toEqual(["3", "8"]);
});

test("fleets of two seeds share no ICCID", () => {
  const fleet = (seed: number): string[] => Array.from({ length: 500 }, (_, slot) => iccidOf(seed, slot));
  expect(new Set([...fleet(1), ...fleet(2)]).size).toBe(1000);
});
