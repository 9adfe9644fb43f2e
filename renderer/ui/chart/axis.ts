/** Scales and ticks of charts. Pure. */
import { scaleLinear, scaleSymlog } from "d3-scale";
import { utcDay, utcMinute, utcTicks } from "d3-time";
import { formatAxisTime } from "#shared/format.ts";
import { displayZone } from "#shared/time-display.ts";

export interface Tick {
  readonly at: number;
  readonly text: string;
}

export interface ValueScale {
  readonly scale: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A scale from 0 to a round value above `max`, and three to five round values on it. Counts have no fractions. */
export function valueScale(max: number, height: number, { isCount = true, count = 4 } = {}): ValueScale {
  const top = isCount ? Math.max(1, max) : max > 0 ? max : 1;
  const scale = scaleLinear([0, top], [height, 0]).nice(count);
  const ticks = scale.ticks(count).filter((tick) => !isCount || Number.isInteger(tick));
  return { scale, ticks };
}

/**
 * A scale on which each power of ten has the same height, from 0 through that of the smallest value above 0 to one above the
 * largest; the ticks are 0 and at most `count` powers of ten.
 */
export function logScale(values: readonly number[], height: number, { isCount = true, count = 4 } = {}): ValueScale {
  const positive = values.filter((value) => value > 0);
  const lowest = positive.length === 0 ? 0 : Math.floor(Math.log10(Math.min(...positive)));
  const least = Math.max(isCount ? 0 : -6, lowest);
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...positive, 1))));
  const scale = scaleSymlog([0, power(most)], [height, 0]).constant(power(least));
  const step = Math.max(1, Math.ceil((most - least) / (count - 1)));
  const powers = Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, index) => most - index * step);
  return { scale, ticks: [0, ...powers.map(power).toReversed()] };
}

/** Without the rounding errors of `10 ** -3`. */
function power(exponent: number): number {
  return Number(`1e${exponent}`);
}

/** Round times of the displayed time zone, about `count` of them; a clock change skips those that it skips. */
export function timeAxis(from: number, until: number, count: number): readonly Tick[] {
  const zone = displayZone();
  const walls = utcTicks(new Date(zone.wallAt(from)), new Date(zone.wallAt(until)), Math.max(2, count));
  return walls.flatMap((wall) => {
    const at = zone.firstInstant(Number(wall));
    return zone.wallAt(at) === Number(wall) ? [{ at, text: formatAxisTime(at, precisionOf(wall)) }] : [];
  });
}

/** Midnights of UTC, about `count` of them, each with its date in UTC: for values per day of UTC. */
export function dayAxis(from: number, until: number, count: number): readonly Tick[] {
  const days = utcTicks(new Date(from), new Date(until), Math.max(2, count)).filter((at) => utcDay(at) >= at);
  return days.map((day) => ({
    at: Number(day),
    text: formatAxisTime(displayZone().firstInstant(Number(day)), "date"),
  }));
}

function precisionOf(at: Date): "date" | "minute" | "second" {
  if (utcMinute(at) < at) return "second";
  return utcDay(at) < at ? "minute" : "date";
}
