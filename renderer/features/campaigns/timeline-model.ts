/** A campaign's counts over time as areas to draw. Pure: coordinates run from 0 to 1, time to the right, counts upwards. */
import type { Counts } from "#contract/campaign-words.ts";

export interface TimePoint {
  readonly at: number;
  readonly counts: Counts;
  readonly delivery: Readonly<Record<string, number>>;
}

/** From the ground up: each lies on the one before. */
export const bands = ["accepted", "unknown", "refused"] as const;
export type Band = (typeof bands)[number];

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  /** The upper edge of each band. */
  readonly edges: Readonly<Record<Band, readonly Place[]>>;
  readonly delivered: readonly Place[];
  readonly from: number;
  readonly until: number;
  /** What the top of the picture stands for. */
  readonly top: number;
}

/** Undefined while there is too little to draw. */
export function drawTimeline(points: readonly TimePoint[]): Drawing | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at) return undefined;
  const top = Math.max(1, last.counts.planned - last.counts.excluded);
  const span = last.at - first.at;
  const x = ({ at }: TimePoint): number => (at - first.at) / span;
  const edges: Record<Band, Place[]> = { accepted: [], unknown: [], refused: [] };
  for (const point of points) {
    let sum = 0;
    for (const band of bands) {
      sum += point.counts[band];
      edges[band].push({ x: x(point), y: sum / top });
    }
  }
  const delivered = points.map((point) => ({ x: x(point), y: (point.delivery["delivered"] ?? 0) / top }));
  return { edges, delivered, from: first.at, until: last.at, top };
}

/** The path of an area between an upper edge and a lower one (or the ground), in a box of `width` by `height`. */
export function areaPath(
  upper: readonly Place[],
  lower: readonly Place[] | undefined,
  width: number,
  height: number,
): string {
  const [first] = upper;
  if (first === undefined) return "";
  const point = ({ x, y }: Place): string => `${(x * width).toFixed(1)},${((1 - y) * height).toFixed(1)}`;
  const ground = upper.map(({ x }) => ({ x, y: 0 }));
  return `M${upper.map(point).join("L")}L${(lower ?? ground).toReversed().map(point).join("L")}Z`;
}

/** The path of a line in a box of `width` by `height`. */
export function linePath(places: readonly Place[], width: number, height: number): string {
  if (places.length === 0) return "";
  return `M${places.map(({ x, y }) => `${(x * width).toFixed(1)},${((1 - y) * height).toFixed(1)}`).join("L")}`;
}
