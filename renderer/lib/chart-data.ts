/** What a chart draws, as data, and what its keys, table and copy derive from it. Pure. */

/** CSS colours; lengths in pixels. */
export interface FillStyle {
  readonly color: string;
  /** If undefined, a solid fill of `color`. */
  readonly pattern?: {
    readonly kind: "stripes" | "dots";
    readonly ground: string;
    /** Distance between two marks. */
    readonly every: number;
    /** The width of a stripe, the radius of a dot. */
    readonly size: number;
    /** Degrees; stripes are vertical at 0. */
    readonly turn?: number;
  };
}

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly style: FillStyle;
  /** Dashes of a line, as `stroke-dasharray`, so that lines differ in more than colour. */
  readonly dash?: string;
  /** Drawn above the others with a scale of its own, because they would hide it. */
  readonly isStrip?: boolean;
  /** Next to its name in the legend. */
  readonly total?: number;
}

/** A value per series. On a time axis `from` and `until` are times; else they are the edges of the place, counted from 0. */
export interface ChartPoint {
  readonly from: number;
  readonly until: number;
  readonly label: string;
  /** Missing: unknown, which is not 0. */
  readonly values: Readonly<Record<string, number | undefined>>;
  /** Below the place, on an axis without times. */
  readonly tick?: string;
  /** "unread": no data; "partly": the values are a part. */
  readonly gap?: "unread" | "partly";
  /** Replaces the style of its series. */
  readonly style?: FillStyle;
}

export interface ChartAnnotation {
  readonly from: number;
  /** Missing for a moment. */
  readonly until?: number;
  readonly kind: "paused" | "throttled" | "waiting" | "stop" | "step";
  readonly label: string;
  readonly detail?: string;
}

export interface ChartCursor {
  readonly at: number;
  /** Where a selection began; it reaches to `at`. */
  readonly anchor?: number;
}

/** The cursor after a key; undefined for keys that do not move it. Shift extends a selection. */
export function moveCursor(
  cursor: ChartCursor | undefined,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  count: number,
): ChartCursor | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const at = cursor?.at ?? (key === "ArrowLeft" || key === "PageUp" ? count : -1);
  const page = Math.max(1, Math.round(count / 10));
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - page,
    PageDown: at + page,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  if (target === undefined) return undefined;
  const next = Math.max(0, Math.min(last, target));
  return shiftKey ? { at: next, anchor: cursor?.anchor ?? Math.max(0, Math.min(last, at)) } : { at: next };
}

/** The span of a cursor or its selection. */
export function selectedSpan(
  points: readonly ChartPoint[],
  { at, anchor = at }: ChartCursor,
): { readonly from: number; readonly until: number } | undefined {
  const [first, last] = [points[Math.min(at, anchor)], points[Math.max(at, anchor)]];
  return first === undefined || last === undefined ? undefined : { from: first.from, until: last.until };
}

export function middleOf({ from, until }: Pick<ChartPoint, "from" | "until">): number {
  return (from + until) / 2;
}

/** Index of the point at a position of the axis, or of the nearest one. */
export function pointAt(points: readonly ChartPoint[], position: number): number | undefined {
  let nearest: number | undefined;
  let distance = Infinity;
  for (const [index, point] of points.entries()) {
    if (position >= point.from && position < point.until) return index;
    const gap = Math.abs(middleOf(point) - position);
    if (gap < distance) [nearest, distance] = [index, gap];
  }
  return nearest;
}

/** Annotations at a point. */
export function annotationsAt(
  annotations: readonly ChartAnnotation[],
  { from, until }: Pick<ChartPoint, "from" | "until">,
): readonly ChartAnnotation[] {
  return annotations.filter((one) => one.from < until && (one.until ?? one.from + 1) > from);
}

/** The end of an axis from `start` that includes `end` in whole steps, and changes only rarely while `end` advances. */
export function steadyEnd(start: number, end: number, stepMs: number): number {
  const needed = Math.max(1, Math.ceil((end - start) / stepMs));
  return start + (lengths.find((length) => length >= needed) ?? needed) * stepMs;
}

const lengths = [12, 18, 24, 36, 48, 60, 75, 90, 120];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const roundSteps = [
  ...[5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 6, 12, 24].map((count) => count * hour),
];

/** The shortest round step that divides a time into at most `most` parts. */
export function roundStep(ms: number, most: number): number {
  return roundSteps.find((step) => ms / step <= most) ?? Math.ceil(ms / most / (24 * hour)) * 24 * hour;
}

/** Comma-separated with a header line. Times are in ISO 8601; unknown values are empty. */
export function chartCsv(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  {
    isTime,
    from,
    until,
    label,
  }: { readonly isTime: boolean; readonly from: string; readonly until: string; readonly label: string },
): string {
  const header = [...(isTime ? [from, until] : [label]), ...series.map((one) => one.label)];
  const lines = points.map((point) => [
    ...(isTime ? [point.from, point.until].map((at) => new Date(at).toISOString()) : [point.label]),
    ...series.map(({ id }) => String(point.values[id] ?? "")),
  ]);
  return [header, ...lines].map((cells) => cells.map(csvCell).join(",")).join("\n");
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
