import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { formatRelative, formatNumber, formatDuration, formatTime } from "#shared/format.ts";

const noon = new Date(2026, 4, 12, 12, 0, 0).getTime();
const minute = 60_000;
const hour = 60 * minute;

test.each([
  [noon, t(($) => $.shell.time.justNow)],
  [noon - 5 * minute, t(($) => $.shell.time.minutesAgo, { minutes: 5 })],
  [noon - 2 * hour, t(($) => $.shell.time.hoursAgo, { hours: 2 })],
  [noon - 20 * hour, t(($) => $.shell.time.yesterday, { time: "16:00" })],
  [noon - 120 * 24 * hour, "12 Jan"],
  [noon - 500 * 24 * hour, "28 Dec 2024"],
])("formats a time relative to now (%d → %s)", (at, expected) => {
  expect(formatRelative(at, noon)).toBe(expected);
});

test("includes the date for a time on another day", () => {
  expect([formatTime(noon - hour, noon), formatTime(noon - 24 * hour, noon)]).toEqual(["11:00", "11 May, 12:00"]);
});

test.each([
  [0, t(($) => $.shell.time.seconds, { seconds: 0 })],
  [45_000, t(($) => $.shell.time.seconds, { seconds: 45 })],
  [12 * minute, t(($) => $.shell.time.minutes, { minutes: 12 })],
  [3 * hour, t(($) => $.shell.time.hours, { hours: 3 })],
  [3 * hour + 20 * minute, t(($) => $.shell.time.hoursAndMinutes, { hours: 3, minutes: 20 })],
])("formats %d ms as %s", (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test("groups digits", () => {
  expect(formatNumber(1_234_567)).toBe("1,234,567");
});
