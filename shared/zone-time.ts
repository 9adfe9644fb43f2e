/**
 * Wall-clock time in an IANA zone, by the runtime's zone data. A wall time is represented as the epoch milliseconds that
 * the same clock face would have in UTC. A forward clock change skips wall times, a backward one repeats them.
 */

export interface Zone {
  readonly name: string;
  /** The wall time at an instant. */
  wallAt(instant: number): number;
  /** The first instant with the wall time `wall`, or, where that is skipped, the instant of the skip. */
  firstInstant(wall: number): number;
  /** The last instant with the wall time `wall`, or, where that is skipped, the instant of the skip. */
  lastInstant(wall: number): number;
}

/** The IANA name of this computer's own time zone. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether the runtime has a zone of this name; a bare offset is none. */
export function isZoneName(name: string): boolean {
  try {
    createZone(name);
    return true;
  } catch {
    return false;
  }
}

/** Longer than any change of a zone's clock: islands have skipped a whole day. */
const aroundMs = 36 * 3_600_000;

/** A zone by its IANA name. Throws a `RangeError` for a name that does not exist or is a bare offset. */
export function createZone(name: string): Zone {
  const format = createFormat(name);
  const wallAt = (instant: number): number => {
    const fields: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) fields[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
  };
  const instants = (wall: number): { readonly first: number; readonly last: number } => {
    const before = wall - (wallAt(wall - aroundMs) - (wall - aroundMs));
    const after = wall - (wallAt(wall + aroundMs) - (wall + aroundMs));
    const fitting = [before, after].filter((instant) => wallAt(instant) === wall);
    if (fitting.length > 0) return { first: Math.min(...fitting), last: Math.max(...fitting) };
    const skip = firstShowing(wallAt, wall, Math.min(before, after), Math.max(before, after));
    return { first: skip, last: skip };
  };
  return {
    name,
    wallAt,
    firstInstant: (wall) => instants(wall).first,
    lastInstant: (wall) => instants(wall).last,
  };
}

/** The first instant in an interval whose wall time is at least `wall`; the interval holds one skip and nothing else. */
function firstShowing(wallAt: (instant: number) => number, wall: number, from: number, until: number): number {
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallAt(middle) >= wall) high = middle;
    else low = middle;
  }
  return high;
}

function createFormat(name: string): Intl.DateTimeFormat {
  if (/^[+-]/.test(name)) throw new RangeError("an offset is not a zone");
  return new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}
