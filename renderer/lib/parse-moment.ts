/** Parses times of the displayed time zone: "2031-12-31 23:59", or a date alone, which means the end of that day. */
import { displayZone } from "#shared/time-display.ts";

const shape = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Epoch milliseconds; undefined for an invalid time. */
export function parseMoment(text: string): number | undefined {
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const whole = match[4] === undefined;
  const [h, m, s] = whole ? [23, 59, 59] : [hour ?? 0, minute ?? 0, match[6] === undefined ? 0 : (second ?? 0)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  // Date would normalise 31 February to a day in March.
  const wall = new Date(Date.UTC(year, month - 1, day, h, m, s));
  if (wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return undefined;
  return displayZone().firstInstant(wall.getTime());
}

/** The first moment of the day. */
export function startOfDay(at: number): number {
  const zone = displayZone();
  return zone.firstInstant(new Date(zone.wallAt(at)).setUTCHours(0, 0, 0, 0));
}

/** "2031-12-31T22:00" from a date and time without a time zone; undefined for an invalid one. */
export function parseWallTime(text: string): string | undefined {
  const [, year = "", month = "", day = "", hour, minute] = shape.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  // Date would normalise 31 February to a day in March.
  const at = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) return undefined;
  return `${date}T${hour.padStart(2, "0")}:${minute}`;
}

/** A time of an address, such as `2031-04-02T09:15:00Z`. */
export function readMoment(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

export function writeMoment(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** In the input format: "2031-12-31 23:59". */
export function momentText(at: number): string {
  const [day = "", time = ""] = new Date(displayZone().wallAt(at)).toISOString().split("T");
  return `${day} ${time.slice(0, time.slice(6, 8) === "00" ? 5 : 8)}`;
}
