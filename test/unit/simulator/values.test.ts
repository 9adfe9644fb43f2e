import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dateShapes,
  formatDate,
  iccidOf,
  imeiOf,
  imsiOf,
  luhnDigit,
  msisdnOf,
  parseDate,
} from "../../../main/simulator/values.ts";

test("formats the five shapes of one time", () => {
  expect(dateShapes.map((shape) => formatDate(Date.UTC(2031, 3, 2, 9, 15, 0, 7), shape))).toEqual([
    "2031-04-02T09:15:00.007+0000",
    "2031-04-02T09:15:00.007Z",
    "2031-04-02T09:15:00Z",
    "2031-04-02T09:15:00+00:00",
    "2031-04-02 09:15:00",
  ]);
});

test("parses every shape, with a precision of at least a second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), fc.constantFrom(...dateShapes), (seconds, shape) => {
      expect(parseDate(formatDate(seconds * 1000, shape))).toBe(seconds * 1000);
    }),
  );
});

test("rejects text that is not a date", () => {
  expect(["", "soon", "2031-13-40T00:00:00Z", "12"].map(parseDate)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

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
