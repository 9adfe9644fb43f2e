/** Parsers of option values to the shapes of the contract, and labels of the values. A parser throws commander's error with the expected format. */
import { type Description, descriptionText, t } from "./text.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { InvalidArgumentError } from "commander";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { openZone } from "#shared/rules/zone-time.ts";

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
export function parseWhole(name: Description, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw badValue(t(($) => $.cli.program.wholeNumberBetween, { name: descriptionText(name), min: least, max: most }));
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
export function parseNumber(name: Description, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw badValue(t(($) => $.cli.program.numberBetween, { name: descriptionText(name), min: least, max: most }));
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

// Labels of option values and table cells, equal to those of the window. JSON output has the values of the contract.

/** Value of the contract → label, where they differ. */
const words: Readonly<Record<string, string>> = {
  "application-token": "application token",
  mo: "inbound",
  moved: "changed-elsewhere",
  mt: "outbound",
  never: "not-loaded",
  otherwise: "other",
  refused: "rejected",
  "ring-failed": "wave-failed",
  "ring-opened": "wave-opened",
  silent: "no-reply",
  "sim-swapped": "sim-changed",
  unanswered: "no-expected-reply",
  "under-way": "in-progress",
  unsettled: "on-hold",
};

export function labelOf(value: string): string {
  return words[value] ?? value;
}

/** The accepted labels: "accepted, rejected, unknown". */
export function labelsOf(values: readonly string[]): string {
  return values.map(labelOf).join(", ");
}

export function findChoice<T extends string>(values: readonly T[], label: string): T | undefined {
  return values.find((value) => labelOf(value) === label);
}

// Errors of invalid usage: exit code 2.

/** For an invalid combination of options. */
export function usageError(sentence: string): AppError {
  return cliError("invalid-usage", sentence);
}

/** A failure of the command line itself, with a text of its own catalogue. */
export function cliError(
  code: string,
  message: string,
  options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
): AppError {
  return new AppError(code, codedText("command-line", { message }), options);
}

/** For the parser of one option or argument; commander adds its name. */
export function badValue(sentence: string): InvalidArgumentError {
  return new InvalidArgumentError(sentence);
}

// Parses times in a zone to instants.

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Epoch milliseconds of an ISO 8601 text; without an offset it is local time of `zone`, a date alone is its midnight. A skipped local time
 * is the moment of the change, a repeated one is the first. Undefined for an invalid date.
 */
export function instantOf(text: string, zone: string): number | undefined {
  const match = isoPattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", offset] = match;
  const fields = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [y, mo, d, h, mi, s] = fields;
  const wall = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, "0")));
  if (!isSameWall(wall, fields)) return undefined;
  return offset === undefined ? openZone(zone).firstInstant(wall) : wall - offsetMs(offset);
}

/** The local time that replaces one which `zone` skips: "03:00". Undefined if it is not skipped. */
export function skippedTo(text: string, zone: string): string | undefined {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))) return undefined;
  const instant = instantOf(text, zone);
  const asWritten = instantOf(text, "UTC");
  if (instant === undefined || asWritten === undefined) return undefined;
  const wall = openZone(zone).wallAt(instant);
  return wall === asWritten ? undefined : new Date(wall).toISOString().slice(11, 16);
}

/** `Date.UTC` turns the 31st of June into the 1st of July; such a date is rejected instead. */
function isSameWall(
  wall: number,
  [y, mo, d, h, mi, s]: readonly [number, number, number, number, number, number],
): boolean {
  const at = new Date(wall);
  return (
    at.getUTCFullYear() === y &&
    at.getUTCMonth() === mo - 1 &&
    at.getUTCDate() === d &&
    at.getUTCHours() === h &&
    at.getUTCMinutes() === mi &&
    at.getUTCSeconds() === s
  );
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === "Z") return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith("-") ? -minutes : minutes) * 60_000;
}
