import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { setTimeDisplay } from "#shared/time-display.ts";
import { momentText, parseMoment, parseWallTime, startOfDay } from "../../../../renderer/lib/parse-moment.ts";

test("interprets a date as its end, and a time to the second", () => {
  expect(parseMoment("2031-12-31")).toBe(new Date(2031, 11, 31, 23, 59, 59).getTime());
  expect(parseMoment(" 2031-1-2 3:04 ")).toBe(new Date(2031, 0, 2, 3, 4).getTime());
  expect(parseMoment("2031-12-31T23:59:58")).toBe(new Date(2031, 11, 31, 23, 59, 58).getTime());
});

test("rejects invalid times", () => {
  for (const text of ["", "31.12.2031", "2031-02-31", "2031-13-01", "2031-01-01 24:00", "2031-01-01 7", "soon"]) {
    expect(parseMoment(text)).toBeUndefined();
  }
});

test("round-trips a time, except those that clock changes skip or repeat", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000, max: 2_500_000_000 }), (seconds) => {
      const read = parseMoment(momentText(seconds * 1000)) ?? 0;
      expect(Math.abs(read - seconds * 1000) % 3_600_000).toBe(0);
    }),
  );
});

test.each([
  ["2031-04-02 22:00", "2031-04-02T22:00"],
  [" 2031-4-2T3:04 ", "2031-04-02T03:04"],
  ["2031-02-31 10:00", undefined],
  ["2031-04-02 24:00", undefined],
  ["2031-04-02", undefined],
  ["04/02/2031 10:00 PM", undefined],
])("parses local time %j as %j in any time zone", (text, wall) => {
  expect(parseWallTime(text)).toBe(wall);
});

test("entered times and days are those of the time zone of the settings", () => {
  onTestFinished(() => setTimeDisplay());
  setTimeDisplay({ clock: "24h", zone: "America/New_York" });
  const noon = Date.UTC(2031, 6, 1, 16);
  expect([parseMoment("2031-07-01 12:00"), momentText(noon), startOfDay(noon)]).toEqual([
    noon,
    "2031-07-01 12:00",
    Date.UTC(2031, 6, 1, 4),
  ]);
});
