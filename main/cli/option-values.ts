/** Parsers of option values to the shapes of the contract. Each throws commander's error with the expected format. */
import { t } from "./text.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { badValue } from "./usage-error.ts";
import { instantOf } from "./zoned-time.ts";

const perUnit = { s: 1, sec: 1, m: 60, min: 60, h: 3600 } as const;

/** Parses `5/s`, `300/min`, `1000/h` or a number of requests per second; `none` and `0` mean no set rate. */
export function parseRate(text: string): number {
  if (text === "none") return 0;
  const [, amount = "", unit = "s"] = /^(\d+(?:\.\d+)?)(?:\/(s|sec|m|min|h))?$/.exec(text.trim()) ?? [];
  if (amount === "") throw badValue(t(($) => $.cli.program.badRate));
  return Number(amount) / perUnit[unit as keyof typeof perUnit];
}

/** As `parseRate`, for a campaign that is planned or started: zero would never send anything. */
export function parsePositiveRate(text: string): number {
  const rate = parseRate(text);
  if (rate === 0) throw badValue(t(($) => $.cli.program.zeroRate));
  return rate;
}

/** A parser of whole numbers within bounds. */
export function parseWhole(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw badValue(t(($) => $.cli.program.wholeNumberBetween, { name, min: least, max: most }));
  };
}

/** A parser of integers that are sent to the service unchanged, including zero and negative ones. */
export function parseInteger(name: string): (text: string) => number {
  return (text) => {
    const value = /^-?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value;
    throw badValue(t(($) => $.cli.program.wholeNumber, { name }));
  };
}

/** A parser of numbers within bounds, with or without a fraction. */
export function parseNumber(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw badValue(t(($) => $.cli.program.numberBetween, { name, min: least, max: most }));
  };
}

/** Parses `20:00-07:00` to minutes of the day; the end may be on the next morning. */
export function parseQuiet(text: string): NonNullable<Schedule["quiet"]> {
  const [, from = "", until = ""] = /^(\d{1,2}:\d{2})-(\d{1,2}:\d{2})$/.exec(text.trim()) ?? [];
  const fromMinute = minuteOf(from);
  const untilMinute = minuteOf(until);
  if (fromMinute === undefined || untilMinute === undefined || fromMinute === untilMinute) {
    throw badValue(t(($) => $.cli.program.badQuietHours));
  }
  return { fromMinute, untilMinute };
}

function minuteOf(time: string): number | undefined {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(":").map(Number);
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}

/** Parses `run:15`, `ask` or `skip`. */
export function parseMissed(text: string): Schedule["missed"] {
  if (text === "ask" || text === "skip") return { rule: text };
  const [, late] = /^run(?::(\d+))?$/.exec(text) ?? ["", "none"];
  if (late === "none") {
    throw badValue(t(($) => $.cli.program.badMissed));
  }
  return { rule: "run", lateMinutes: late === undefined ? 15 : Number(late) };
}

/** Parses an IANA time zone that this computer knows. */
export function parseZone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badValue(t(($) => $.cli.program.badZone, { text }));
  }
}

/** Parses an ISO 8601 date and time, with an offset or else in `zone`, to epoch milliseconds. */
export function parseInstant(text: string, zone: string): number {
  const instant = instantOf(text.trim(), zone);
  if (instant === undefined) throw badValue(t(($) => $.cli.program.badTime, { text }));
  return instant;
}

/** Parses a time as `parseInstant` does in UTC, or an age such as `2h` or `30m`, to epoch milliseconds. */
export function parseMoment(text: string, now: number): number {
  const [, amount = "", unit = ""] = /^(\d+)([smhdw])$/.exec(text.trim()) ?? [];
  if (amount === "") return parseInstant(text, "UTC");
  return now - Number(amount) * 1000 * secondsPerUnit[unit as keyof typeof secondsPerUnit];
}

const secondsPerUnit = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** Validates an option whose zone is known only later, and returns the text unchanged. */
export function checkInstant(text: string): string {
  parseInstant(text, "UTC");
  return text;
}

/** Parses the id of a snapshot or a time, for `--snapshot`. */
export function parseSnapshot(text: string): { readonly snapshot: number } | { readonly at: number } {
  if (/^\d+$/.test(text)) return { snapshot: Number(text) };
  const at = instantOf(text.trim(), "UTC");
  if (at === undefined) throw badValue(t(($) => $.cli.program.badSnapshot));
  return { at };
}

/** Parses `30m`, `2h`, `1d` or `45s` to minutes. */
export function parseMinutes(text: string): number {
  const minutes = minutesOf(text);
  if (minutes === undefined) throw badValue(t(($) => $.cli.campaigns.waves.badTime));
  return minutes;
}

/** As `parseMinutes`; zero, in any unit, is allowed. */
export function parseDuration(text: string): number {
  return /^0[smhd]?$/.test(text.trim()) ? 0 : parseMinutes(text);
}

const minutesPerUnit = { s: 1 / 60, m: 1, h: 60, d: 1440 } as const;
const longestMinutes = 10_080;

/** Undefined for another format, and above a week. */
export function minutesOf(text: string): number | undefined {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? [];
  const minutes = Number(amount) * (minutesPerUnit[unit as keyof typeof minutesPerUnit] ?? Number.NaN);
  return minutes > 0 && minutes <= longestMinutes ? minutes : undefined;
}
