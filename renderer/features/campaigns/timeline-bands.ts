/** Stacked areas of a campaign's counts over time. Pure: x and y run from 0 to 1, time to the right, counts upwards. */
import { t } from "#shared/texts/text.ts";
import type { CampaignStatus, Counts } from "#shared/contract/campaigns/campaign-schemas.ts";

export interface TimePoint {
  readonly at: number;
  readonly counts: Counts;
  readonly delivery: Readonly<Record<string, number>>;
}

export interface Band {
  readonly id: string;
  readonly text: string;
  readonly valueOf: (point: TimePoint) => number;
}

const sum = ({ delivery }: TimePoint, ...kinds: readonly string[]): number =>
  kinds.reduce((all, kind) => all + (delivery[kind] ?? 0), 0);

/** From the bottom up. */
export const outcomeBands: readonly Band[] = [
  { id: "accepted", text: t(($) => $.common.accepted), valueOf: ({ counts }) => counts.accepted },
  { id: "unknown", text: t(($) => $.common.outcomeUnknown), valueOf: ({ counts }) => counts.unknown },
  { id: "refused", text: t(($) => $.common.rejected), valueOf: ({ counts }) => counts.refused },
];

export const deliveryBands: readonly Band[] = [
  { id: "delivered", text: t(($) => $.campaigns.timeline.delivered), valueOf: (point) => sum(point, "delivered") },
  {
    id: "buffered",
    text: t(($) => $.campaigns.timeline.inProgress),
    valueOf: (point) => sum(point, "buffered", "in-progress", "pending"),
  },
  {
    id: "failed",
    text: t(($) => $.campaigns.timeline.notDelivered),
    valueOf: (point) => sum(point, "failed", "expired", "cancelled"),
  },
];

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly id: string;
  readonly text: string;
  /** Count at the end. */
  readonly count: number;
  readonly upper: readonly Place[];
  readonly lower: readonly Place[];
}

export interface Drawing {
  readonly areas: readonly Area[];
  /** The count at y = 1. */
  readonly top: number;
  readonly from: number;
  readonly until: number;
}

/** Undefined without a time span to draw. */
export function drawBands(points: readonly TimePoint[], bands: readonly Band[], top: number): Drawing | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at) return undefined;
  const span = last.at - first.at;
  const whole = Math.max(1, top);
  let ground = points.map(() => 0);
  const areas = bands.map(({ id, text, valueOf }) => {
    const lower = ground;
    ground = points.map((point, index) => (lower[index] ?? 0) + valueOf(point));
    const places = (heights: readonly number[]): Place[] =>
      points.map(({ at }, index) => ({ x: (at - first.at) / span, y: Math.min(1, (heights[index] ?? 0) / whole) }));
    return { id, text, count: valueOf(last), upper: places(ground), lower: places(lower) };
  });
  return { areas, top: whole, from: first.at, until: last.at };
}

/** Recorded points and the current counts, so the chart ends with the numbers shown next to it. */
export function withPresent(points: readonly TimePoint[], status: CampaignStatus, now: number): readonly TimePoint[] {
  const { counts, delivery, state, watching, startedAt } = status;
  const last = points.at(-1);
  if (startedAt === undefined || last === undefined) return [];
  const goesOn = state === "running" || state === "waiting" || state === "paused" || watching;
  return [...points, { at: goesOn ? Math.max(now, last.at) : last.at, counts, delivery }];
}

/** SVG path of an area, in a box of `width` by `height`. */
export function areaPath({ upper, lower }: Area, width: number, height: number): string {
  if (upper.length === 0) return "";
  const point = ({ x, y }: Place): string => `${(x * width).toFixed(1)},${((1 - y) * height).toFixed(1)}`;
  return `M${upper.map(point).join("L")}L${lower.toReversed().map(point).join("L")}Z`;
}
