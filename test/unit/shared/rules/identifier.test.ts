import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDigitWrong, endsRounded, lookupForms, luhnHolds, readIdentifier } from "#shared/rules/identifier.ts";
import { iccidOf } from "../../../make/cached-endpoint.ts";

const withCheckDigit = (body: string): string => {
  const digit = Array.from("0123456789").find((candidate) => luhnHolds(body + candidate));
  return body + String(digit);
};

describe("reading", () => {
  test.each([
    ["msisdn", "+49 170 123-45", "4917012345"],
    ["msisdn", "0049 (170) 12345", "4917012345"],
    ["msisdn", "'+4917012345", "4917012345"],
    ["msisdn", "\u202a+49 170 12345\u202c", "4917012345"],
    ["msisdn", "+49\u2011170\u201312345", "4917012345"],
    ["msisdn", "+49\u2212170\u221212345", "4917012345"],
    ["msisdn", "+49.170.12345", "4917012345"],
    ["msisdn", "+4917012345.0", "4917012345"],
    ["msisdn", "+4917012345.00", "4917012345"],
    ["msisdn", "+49 170 12345,00", "4917012345"],
    ["msisdn", "4917012345.0", "4917012345"],
    ["id", "\u200b70001", "70001"],
    ["iccid", " '8988303000000000017", "8988303000000000017"],
    ["iccid", "8988 3030 0000 0000 017", "8988303000000000017"],
    ["iccid", "8988303000000000017F", "8988303000000000017"],
    ["iccid", '="8988303000000000017"', "8988303000000000017"],
    ["imsi", "295050900000017.0", "295050900000017"],
    ["imei", "35-693803-564380-9", "356938035643809"],
    ["id", "70001,00", "70001"],
    ["name", "  Van 17  ", "Van 17"],
    ["name", "1E5", "1E5"],
  ] as const)("%s: %j is parsed as %j", (by, raw, value) => {
    expect(readIdentifier(by, raw)).toEqual({ kind: "value", value });
  });

  test.each(["8.98831E+18", "8,98831e18", "9E+18"])("%j is damaged for every kind", (raw) => {
    expect(readIdentifier("iccid", raw)).toMatchObject({ kind: "damaged" });
  });

  test.each([
    ["msisdn", "+4917012345.50"],
    ["id", "1-2"],
    ["id", "12,000"],
    ["id", "van"],
    ["iccid", "123"],
    ["imsi", "29505090000001712"],
    ["msisdn", "12 34 56 78 90 12 34 56"],
    ["msisdn", "+4917012345.5"],
    ["msisdn", "+4917012345.000"],
    ["msisdn", "+49.170.12345.0"],
    ["msisdn", "+49.000.12345"],
    ["id", "+70001.0"],
  ] as const)("%s: %j is never valid", (by, raw) => {
    expect(readIdentifier(by, raw)).toMatchObject({ kind: "foreign" });
  });

  test("an empty value is empty", () => {
    expect(readIdentifier("iccid", " \u00a0")).toEqual({ kind: "empty" });
  });

  test("any result of digits has the digits of the input, in order", () => {
    fc.assert(
      fc.property(fc.constantFrom("id", "iccid", "imsi", "imei"), fc.string({ maxLength: 30 }), (by, raw) => {
        const read = readIdentifier(by, raw);
        if (read.kind === "value") expect(raw.replace(/\D/g, "").startsWith(read.value)).toBe(true);
      }),
    );
  });
});

describe("check digits", () => {
  test("are accepted for valid numbers", () => {
    expect([luhnHolds("490154203237518"), luhnHolds("79927398713")]).toEqual([true, true]);
  });

  test("detect any single wrong digit", () => {
    const cases = fc.tuple(fc.stringMatching(/^\d{19}$/), fc.nat(19), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(cases, ([body, place, shift]) => {
        const right = withCheckDigit(body);
        const wrong = Array.from(right)
          .map((digit, at) => (at === place ? (Number(digit) + shift) % 10 : digit))
          .join("");
        expect([checkDigitWrong("iccid", right), checkDigitWrong("iccid", wrong)]).toEqual([false, true]);
      }),
    );
  });

  test("are omitted in look-ups only when they are correct", () => {
    const right = withCheckDigit(iccidOf(17));
    const wrong = right.slice(0, -1) + String((Number(right.at(-1)) + 1) % 10);
    expect(lookupForms("iccid", right)).toEqual([right, iccidOf(17)]);
    expect(lookupForms("iccid", wrong)).toEqual([wrong]);
  });

  test("are not expected in 19 digits", () => {
    expect([checkDigitWrong("iccid", iccidOf(17)), lookupForms("iccid", iccidOf(17))]).toEqual([false, [iccidOf(17)]]);
  });
});

test("a long number that ends in a spreadsheet's zeros is recognised", () => {
  expect(["8988303000000010000", "8988303000000010001", "890000"].map(endsRounded)).toEqual([true, false, false]);
});
