/** Formats instants as the wall-clock time of a zone. */
import { clockOptions } from "../time-display.ts";
import type { ZonedTime } from "./coded-text.ts";

/** A time within this distance from `now` is formatted with seconds. */
const secondsWithinMs = 5 * 60_000;

/** "3 Mar 2031, 09:00". */
export function formatWallTime(time: ZonedTime): string {
  return formatIn(time, { dateStyle: "medium", timeStyle: "short" });
}

/** "3 Mar 2031, 09:00 (Europe/Berlin)". */
export function formatZonedTime(time: ZonedTime): string {
  return `${formatWallTime(time)} (${time.zone})`;
}

/** "09:00" on the day of `now`, with seconds if it is near, else with the date. */
export function formatNearTime(time: ZonedTime, now: number | undefined): string {
  const dayAt = (at: number): string => formatIn({ ...time, at }, { dateStyle: "medium" });
  if (now === undefined || dayAt(now) !== dayAt(time.at)) return formatWallTime(time);
  return formatIn(time, { timeStyle: Math.abs(time.at - now) < secondsWithinMs ? "medium" : "short" });
}

function formatIn({ at, zone }: ZonedTime, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...clockOptions(style), timeZone: zone }).format(at);
}
