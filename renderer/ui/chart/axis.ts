/** Scales and ticks of charts. Pure. */
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { timeDay, timeMinute, timeTicks } from "d3-time";
import { formatAxisTime } from "#shared/format.ts";

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A scale from 0 to a round value above `max`, and three to five round values on it. Counts have no fractions. */
export function valueScale(
  max: number,
  height: number,
  { isCount = true, count = 4 } = {},
): { readonly scale: ScaleLinear<number, number>; readonly ticks: readonly number[] } {
  const top = isCount ? Math.max(1, max) : max > 0 ? max : 1;
  const scale = scaleLinear([0, top], [height, 0]).nice(count);
  const ticks = scale.ticks(count).filter((tick) => !isCount || Number.isInteger(tick));
  return { scale, ticks };
}

/** Round times of the local clock, about `count` of them. */
export function timeAxis(from: number, until: number, count: number): readonly Tick[] {
  const times = timeTicks(new Date(from), new Date(until), Math.max(2, count)).map(Number);
  return times.map((at) => ({ at, text: formatAxisTime(at, precisionOf(new Date(at))) }));
}

function precisionOf(at: Date): "date" | "minute" | "second" {
  if (timeMinute(at) < at) return "second";
  return timeDay(at) < at ? "minute" : "date";
}
