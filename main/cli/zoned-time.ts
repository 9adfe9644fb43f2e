/** Wall-clock times of a zone as instants, daylight saving included. */

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Epoch milliseconds of an ISO 8601 text; without an offset it is the wall clock of `zone`, a date alone its midnight.
 * A time that the clocks skip is moved on by the gap; one that comes twice is the first. Undefined when it is no date.
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
  return offset === undefined ? fromWall(wall, zone) : wall - offsetMs(offset);
}

/** `Date.UTC` turns the 31st of June into the 1st of July; such a date is refused instead. */
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

const dayMs = 86_400_000;

function fromWall(wall: number, zone: string): number {
  // The offsets in force a day before and after cover both sides of a change of the clocks.
  const candidates = [wall - offsetAt(wall - dayMs, zone), wall - offsetAt(wall + dayMs, zone)];
  const matching = candidates.filter((instant) => instant + offsetAt(instant, zone) === wall);
  return matching.length > 0 ? Math.min(...matching) : Math.max(...candidates);
}

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
