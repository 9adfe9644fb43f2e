import fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseJson,
  readBoolean,
  readId,
  readLocationId,
  readNumber,
  readText,
} from "../../../../main/core/api/json.ts";

test("preserves every digit of an integer beyond 2^53, as text", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (number) => {
      const isSafe = number >= BigInt(Number.MIN_SAFE_INTEGER) && number <= BigInt(Number.MAX_SAFE_INTEGER);
      const expected = isSafe ? Number(number) : String(number);
      expect(parseJson(`{"id":${number},"list":[ ${number}]}`)).toEqual({ id: expected, list: [expected] });
    }),
  );
});

test("parses everything else like JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\d{16}/.test(text.replaceAll(/0?\.\d+/g, "")));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("leaves fractions and exponents unchanged, also next to long numbers", () => {
  expect(parseJson('{"id":12345678901234567890,"f":0.125000000000000000,"e":1e300}')).toEqual({
    id: "12345678901234567890",
    f: 0.125,
    e: 1e300,
  });
});

test("throws for invalid JSON", () => {
  expect(() => parseJson("<html>")).toThrow(SyntaxError);
});

test.each([
  ["https://cdn.example.net/api/v1/endpoint/11379224/sms/19649276", "19649276"],
  ["/api/v1/endpoint/1/sms/19649276", "19649276"],
  ["19649276", "19649276"],
  ["/api/v1/endpoint/1/sms/7/?x=/9#y", "7"],
  ["/api/v1/data_stream/689d%2097ba", "689d 97ba"],
  ["/api/v1/endpoint/1/sms/", undefined],
  ["", undefined],
  [undefined, undefined],
])("reads the id from the Location %j", (location, expected) => {
  expect(readLocationId(location, "sms")).toBe(expected);
});

test("parses ids, numbers, flags and texts in all formats that services send", () => {
  expect([readId(7), readId("7"), readId(""), readId(null), readId({})]).toEqual([
    "7",
    "7",
    undefined,
    undefined,
    undefined,
  ]);
  expect([readNumber("1.000000"), readNumber(" "), readNumber("x"), readNumber(3)]).toEqual([
    1,
    undefined,
    undefined,
    3,
  ]);
  expect([readBoolean(1), readBoolean("0"), readBoolean("TRUE"), readBoolean(false), readBoolean(2)]).toEqual([
    true,
    false,
    true,
    false,
    undefined,
  ]);
  expect([readText(7), readText(true), readText(null), readText([])]).toEqual(["7", "true", undefined, undefined]);
});
