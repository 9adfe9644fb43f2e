import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import {
  formatAxisTime,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatRelative,
  formatTime,
} from "#shared/format.ts";
import { setTimeDisplay } from "#shared/time-display.ts";

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

test("times follow the clock and the time zone that the operator selected", () => {
  onTestFinished(() => setTimeDisplay());
  setTimeDisplay({ clock: "12h", zone: "Asia/Kolkata" });
  const at = Date.UTC(2031, 3, 2, 20);
  expect([formatTime(at, at), formatTime(at, at - 2 * hour), formatAxisTime(at, "minute"), formatDateTime(at)]).toEqual(
    ["1:30 am", "3 Apr, 1:30 am", "1:30 am", "3 Apr 2031, 1:30:00 am"],
  );
  expect(formatRelative(at - 3 * hour, at)).toBe(t(($) => $.shell.time.yesterday, { time: "10:30 pm" }));
});
