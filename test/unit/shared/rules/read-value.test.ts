/** The possible meanings of one input value. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultOf, isRoundedList, readValue } from "#shared/rules/read-value.ts";

const kinds = (raw: string): string | readonly string[] => {
  const read = readValue(raw, undefined);
  return "meanings" in read ? read.meanings.map(({ kind, value }) => `${kind} ${value}`) : read.verdict;
};

describe("a value of unspecified kind", () => {
  it.each([
    ["8988303000000000017", ["iccid 8988303000000000017"]],
    ["89 88303 0000 0000 0017", ["iccid 8988303000000000017"]],
    ["'89883030000000000017", ["iccid 89883030000000000017"]],
    ["8988303000000000017,00", ["iccid 8988303000000000017"]],
    ["295050900000017", ["imsi 295050900000017", "msisdn 295050900000017"]],
    ["490154203237518", ["imei 490154203237518", "imsi 490154203237518", "msisdn 490154203237518"]],
    ["4901542032375180", ["imei 4901542032375180"]],
    ["+423 663 900 000 017", ["msisdn 423663900000017"]],
    ["00423663900017", ["msisdn 423663900017"]],
    ["423663900017", ["msisdn 423663900017", "id 423663900017"]],
    ["70001", ["id 70001"]],
    ["van-17", ["name van-17"]],
    ["Kühlwagen 7", ["name Kühlwagen 7"]],
    ["8.98E+18", "damaged"],
    ["8,98831E+18", "damaged"],
    ["123456789012345678901234", "unreadable"],
    ["", "unreadable"],
    ["x".repeat(300), "unreadable"],
  ])("%s", (raw, expected) => {
    expect(kinds(raw)).toEqual(expected);
  });

  it("always has a meaning or a sentence that explains why not", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+\d .,eE'-]{0,24}$/)), (raw) => {
        const read = readValue(raw, undefined);
        if ("meanings" in read) expect(read.meanings.length).toBeGreaterThan(0);
        else expect(formatText(read.detail)).toMatch(/\.$/);
      }),
    );
  });
});

it("with a kind a value is of that kind or of none", () => {
  expect(readValue("295050900000017", "imsi")).toEqual({ meanings: [{ kind: "imsi", value: "295050900000017" }] });
  expect(readValue("van", "imsi")).toEqual({ verdict: "unreadable", detail: codedText("no-imsi", { value: "van" }) });
});

it.each([
  ["an ICCID whose check digit is wrong", "iccid", "89883030000000000018", "bad-check-digit"],
  ["an IMEI whose check digit is wrong", "imei", "490154203237517", "bad-check-digit"],
  ["what would be an IMEI but for its last digit", "imsi", "350154203237516", "bad-check-digit"],
  ["a number that ends as rounded ones do", "iccid", "8988303000000010000", "damaged"],
] as const)("reports a fault in %s", (_, kind, value, verdict) => {
  expect(faultOf([{ kind, value }])?.verdict).toBe(verdict);
});

it("treats a list as rounded when half of its long numbers are, never a single number", () => {
  const of = (...values: readonly string[]): boolean =>
    isRoundedList(values.map((value) => readValue(value, undefined)));
  expect([
    of("8988303000000010000", "8988303000000020000", "van"),
    of("8988303000000010000", "8988303000000000017"),
    of(
      "8988303000000010000",
      "8988303000000020000",
      "8988303000000000017",
      "8988303000000000025",
      "8988303000000000033",
    ),
  ]).toEqual([true, false, false]);
});
