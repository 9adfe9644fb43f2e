/** Parses times in a zone to instants. */
import { openZone } from "#shared/rules/zone-time.ts";

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
