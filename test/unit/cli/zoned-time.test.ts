import fc from "fast-check";
import { expect, test } from "vitest";
import { instantOf, skippedTo } from "../../../main/cli/zoned-time.ts";

const isoOf = (text: string, zone: string): string | undefined => {
  const instant = instantOf(text, zone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

test.each([
  ["2031-04-02T09:15:00Z", "Europe/Berlin", "2031-04-02T09:15:00.000Z"],
  ["2031-04-02T09:15:00+02:00", "UTC", "2031-04-02T07:15:00.000Z"],
  ["2031-04-02T09:15:00.250-0530", "UTC", "2031-04-02T14:45:00.250Z"],
  ["2031-04-02T09:15", "Europe/Berlin", "2031-04-02T07:15:00.000Z"],
  ["2031-01-02 09:15", "Europe/Berlin", "2031-01-02T08:15:00.000Z"],
  ["2031-04-02", "Asia/Kolkata", "2031-04-01T18:30:00.000Z"],
])("reads %s in %s as %s", (text, zone, expected) => {
  expect(isoOf(text, zone)).toBe(expected);
});

test("reads a skipped local time as the moment of the change", () => {
  expect(isoOf("2031-03-30T02:30", "Europe/Berlin")).toBe("2031-03-30T01:00:00.000Z");
});

test("reads a repeated local time as the first of the two", () => {
  expect(isoOf("2031-10-26T02:30", "Europe/Berlin")).toBe("2031-10-26T00:30:00.000Z");
});

test.each(["", "tomorrow", "2031-02-30", "2031-13-01", "2031-04-02T25:00", "02.04.2031", "2031-04-02T09"])(
  "rejects %j",
  (text) => {
    expect(instantOf(text, "UTC")).toBeUndefined();
  },
);

test("round-trips every instant through its ISO text", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1990-01-01T00:00:00Z"), max: new Date("2090-01-01T00:00:00Z"), noInvalidDate: true }),
      (date) => {
        expect(instantOf(date.toISOString(), "America/New_York")).toBe(date.getTime());
      },
    ),
  );
});

test.each([
  ["2031-03-30T02:30", "Europe/Berlin", "03:00"],
  ["2031-03-30T03:00", "Europe/Berlin", undefined],
  ["2031-10-26T02:30", "Europe/Berlin", undefined],
  ["2031-03-30T02:30:00+01:00", "Europe/Berlin", undefined],
  ["2031-03-30T02:30", "UTC", undefined],
])("%s in %s is skipped to %s", (text, zone, time) => {
  expect(skippedTo(text, zone)).toBe(time);
});
