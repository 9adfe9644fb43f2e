import fc from "fast-check";
import { expect, test } from "vitest";
import { formatQuotaDate, parseServiceDate } from "#shared/rules/service-date.ts";

const at = Date.UTC(2022, 7, 4, 1, 45, 24);

test.each([
  ["2022-08-04T01:45:24.000+0000", at],
  ["2022-08-04T01:45:24.000Z", at],
  ["2022-08-04T01:45:24Z", at],
  ["2022-08-04T01:45:24+00:00", at],
  ["2022-08-04 01:45:24", at],
  ["2022-08-04T03:45:24+02:00", at],
  ["2022-08-03T20:15:24.500-0530", at + 500],
])("parses %s", (text, expected) => {
  expect(parseServiceDate(text)).toBe(expected);
});

test.each([
  "",
  "yesterday",
  "2022-13-01 00:00:00",
  "2022-02-30T00:00:00Z",
  "2022-08-04T25:00:00Z",
  "2022-08-04",
  7,
  null,
  undefined,
])("rejects %j", (value) => {
  expect(parseServiceDate(value)).toBeUndefined();
});

test("parses every time from each of the five formats, whatever the time zone of this computer", () => {
  const moment = fc.date({
    min: new Date("1970-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, (date) => {
      const iso = date.toISOString();
      const second = Math.floor(date.getTime() / 1000) * 1000;
      expect([
        parseServiceDate(iso.replace("Z", "+0000")),
        parseServiceDate(iso),
        parseServiceDate(`${iso.slice(0, 19)}Z`),
        parseServiceDate(`${iso.slice(0, 19)}+00:00`),
        parseServiceDate(formatQuotaDate(date.getTime())),
      ]).toEqual([date.getTime(), date.getTime(), second, second, second]);
    }),
  );
});

test("never throws, and returns a valid time or undefined", () => {
  const digits = fc.stringMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,4})?(Z|[+-]\d\d:?\d\d)?$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits), (text) => {
      const time = parseServiceDate(text);
      expect(time === undefined || Number.isFinite(time)).toBe(true);
    }),
  );
});
