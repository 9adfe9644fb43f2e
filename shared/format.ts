/** Formats numbers and times for display; not used for identifiers. */
import { t } from "./texts/text.ts";
import { timeFormat } from "./time-display.ts";

// Created on first use: a format takes milliseconds, and most starts of the command line need none.
const number = once(() => new Intl.NumberFormat("en-GB"));
const percentage = once(() => new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 4 }));
const clockTime = timeFormat({ hour: "2-digit", minute: "2-digit" });
const dayAndTime = timeFormat({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const whole = timeFormat({
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const wholeDay = timeFormat({ year: "numeric", month: "short", day: "numeric" });
const dayOfYear = timeFormat({ day: "numeric", month: "short" });
const seconds = timeFormat({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const axisTime = { date: dayOfYear, minute: clockTime, second: seconds };

function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 1234567 → "1,234,567". */
export function formatNumber(value: number): string {
  return number().format(value);
}

/** 0.125 → "12.5%". */
export function formatPercent(share: number): string {
  return percentage().format(share);
}

/** "3 segments", or "up to 3 segments" if the count depends on how the service splits the text. */
export function formatSegments(segments: number, exact: boolean): string {
  return exact
    ? t(($) => $.common.segmentCount, { count: segments })
    : t(($) => $.common.segmentsAtMost, { count: segments });
}

/** "17:58" today, "3 Jan, 17:58" on another day. */
export function formatTime(at: number, now: number): string {
  return (isSameDay(at, now) ? clockTime : dayAndTime)(at);
}

/** Whether two times are on one day of the displayed time zone. */
export function isSameDay(a: number, b: number): boolean {
  return Math.abs(a - b) < 26 * hour && wholeDay(a) === wholeDay(b);
}

/** A time on an axis: "17:58", "17:58:30", or "3 Jan" at midnight. */
export function formatAxisTime(at: number, precision: "date" | "minute" | "second"): string {
  return axisTime[precision](at);
}

/** "31 Dec 2031". */
export function formatDate(at: number): string {
  return wholeDay(at);
}

/** Date and time to the second. */
export function formatDateTime(at: number): string {
  return whole(at);
}

/** "just now", "5 min ago", "2 h ago", "yesterday 17:04", "3 Jan". */
export function formatRelative(at: number, now: number): string {
  const age = now - at;
  if (age < minute) return t(($) => $.shell.time.justNow);
  if (age < hour) return t(($) => $.shell.time.minutesAgo, { minutes: Math.floor(age / minute) });
  if (isSameDay(at, now)) return t(($) => $.shell.time.hoursAgo, { hours: Math.floor(age / hour) });
  if (isSameDay(at, now - day)) return t(($) => $.shell.time.yesterday, { time: clockTime(at) });
  return (age < 300 * day ? dayOfYear : wholeDay)(at);
}

/** "45 s", "12 min", "3 h 20 min". */
export function formatDuration(ms: number): string {
  if (ms < minute) return t(($) => $.shell.time.seconds, { seconds: Math.max(0, Math.round(ms / 1000)) });
  const minutes = Math.round(ms / minute);
  if (minutes < 60) return t(($) => $.shell.time.minutes, { minutes });
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return rest === 0
    ? t(($) => $.shell.time.hours, { hours })
    : t(($) => $.shell.time.hoursAndMinutes, { hours, minutes: rest });
}
