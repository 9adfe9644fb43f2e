/** Points, series and annotations of a campaign's chart, from its recorded counts and steps. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import { formatDateTime, formatDuration } from "#shared/format.ts";
import { pauseReasonText } from "#shared/rules/pause-reasons.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  type ChartAnnotation,
  type ChartPoint,
  type ChartSeries,
  type FillStyle,
  roundStep,
  steadyEnd,
} from "../../lib/chart-data.ts";
import type { OutputOf } from "../../data/fleet-query.ts";
import { deliveryLabels, outcomeLabels } from "../../lib/outcome-labels.ts";

type Timeline = OutputOf<"campaigns.timeline">;
export type TimePoint = Timeline["points"][number];
export type Throttle = Timeline["throttles"][number];
/** A state change of a campaign. */
export type CampaignStep = OutputOf<"campaigns.steps">["steps"][number];

/** The recorded counts as cumulative values. */
const values = {
  accepted: ({ counts }: TimePoint): number => counts.accepted,
  delivered: ({ delivery }: TimePoint): number => delivery["delivered"] ?? 0,
  refused: ({ counts }: TimePoint): number => counts.refused,
  unknown: ({ counts }: TimePoint): number => counts.unknown,
};
type SeriesId = keyof typeof values;

const styles: Readonly<
  Record<SeriesId, { readonly label: string; readonly style: FillStyle; readonly dash?: string }>
> = {
  accepted: { label: t(($) => $.common.accepted), style: { color: "var(--accent)" } },
  delivered: { label: t(($) => $.campaigns.timeline.delivered), style: { color: "var(--good)" }, dash: "8 3" },
  refused: { label: t(($) => $.common.rejected), style: { color: "var(--bad)" }, dash: "2 3" },
  unknown: { label: t(($) => $.common.outcomeUnknown), style: { color: "var(--unknown)" }, dash: "8 3 2 3" },
};

export type ChartMode = "rate" | "total";

export interface CampaignDrawing {
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  readonly from: number;
  readonly until: number;
}

const mostSteps = 90;

/**
 * Values per minute, or totals, in equal steps of round times. A step that has not ended has no rate yet. The axis ends after the
 * present and grows in large steps, so that the chart does not move while figures arrive.
 */
export function drawCampaign(
  recorded: readonly TimePoint[],
  status: CampaignStatus,
  mode: ChartMode,
  now: number,
): CampaignDrawing | undefined {
  const samples = withPresent(recorded, status, now);
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const stepMs = roundStep(last.at - first.at, mostSteps);
  const from = Math.floor(first.at / stepMs) * stepMs;
  const until = steadyEnd(from, Math.max(last.at, from + 1), stepMs);
  const ends = isActive(status) ? last.at : from + Math.ceil((last.at - from) / stepMs) * stepMs;
  const ids = (Object.keys(values) as SeriesId[]).filter(
    (id) => id === "accepted" || id === "delivered" || samples.some((point) => values[id](point) > 0),
  );
  const points: ChartPoint[] = [];
  for (let at = from; at < until; at += stepMs) {
    const end = at + stepMs;
    const pointValues = ids.map((id) => {
      const valueAt = (time: number): number => interpolate(samples, values[id], time);
      if (mode === "total") return [id, at > ends ? undefined : valueAt(Math.min(end, last.at))];
      return [id, end > ends ? undefined : (Math.max(0, valueAt(end) - valueAt(at)) * minuteMs) / stepMs];
    });
    points.push({
      from: at,
      until: end,
      label: t(($) => $.campaigns.timeline.interval, { from: formatDateTime(at), until: formatDateTime(end) }),
      values: Object.fromEntries(pointValues) as ChartPoint["values"],
    });
  }
  const series = ids.map((id) => ({ id, ...styles[id], total: values[id](last) }));
  return { points, series, from, until };
}

const minuteMs = 60_000;

/** Recorded points and the current counts, so that the chart ends with the numbers next to it. */
function withPresent(points: readonly TimePoint[], status: CampaignStatus, now: number): readonly TimePoint[] {
  const { counts, delivery, startedAt } = status;
  const last = points.at(-1);
  if (startedAt === undefined || last === undefined) return [];
  const since = points.filter(({ at }) => at >= startedAt);
  return [...since, { at: isActive(status) ? Math.max(now, last.at) : last.at, counts, delivery }];
}

/** Time goes on for the chart: after the end, and during a pause, it ends with the last change. */
function isActive({ state }: CampaignStatus): boolean {
  return state === "running" || state === "waiting";
}

/** Linear between recorded points; before the first its value, after the last its value. */
function interpolate(points: readonly TimePoint[], valueOf: (point: TimePoint) => number, at: number): number {
  let before: TimePoint | undefined;
  for (const point of points) {
    if (point.at >= at) {
      if (before === undefined) return valueOf(point);
      const share = (at - before.at) / (point.at - before.at);
      return valueOf(before) + (valueOf(point) - valueOf(before)) * share;
    }
    before = point;
  }
  return before === undefined ? 0 : valueOf(before);
}

/** Waits, pauses and throttling as spans, waves and the stop as moments. */
export function campaignAnnotations(
  steps: readonly CampaignStep[],
  throttles: readonly Throttle[],
  now: number,
): readonly ChartAnnotation[] {
  const spans: ChartAnnotation[] = [];
  let open: { readonly step: CampaignStep; readonly kind: ChartAnnotation["kind"] } | undefined;
  const close = (until: number): void => {
    if (open === undefined) return;
    const { step, kind } = open;
    spans.push({ from: step.at, until, kind, label: spanLabel(step), detail: detailOf(step) });
    open = undefined;
  };
  for (const step of steps) {
    const kind = kindOf(step);
    if (open?.kind !== kind || open?.step.reason !== step.reason) {
      close(step.at);
      // A campaign reopened for a retry is stored as paused, although nothing that was sending stopped.
      if (kind !== undefined && step.event !== "reopen") open = { step, kind };
    }
    if (step.event === "cancel") {
      spans.push({ from: step.at, kind: "stop", label: t(($) => $.campaigns.steps.cancel), detail: detailOf(step) });
    }
    if (step.event === "ring-opened") {
      spans.push({
        from: step.at,
        kind: "step",
        label: t(($) => $.campaigns.steps.waveOpened),
        detail: detailOf(step),
      });
    }
  }
  close(now);
  const waits = spans.filter(({ kind }) => kind === "throttled");
  const isWait = ({ from, until }: Throttle): boolean =>
    waits.some((wait) => from < (wait.until ?? now) && until > wait.from);
  return [...spans, ...throttles.filter((throttle) => !isWait(throttle)).map(throttleSpan)];
}

function detailOf({ at, message }: CampaignStep): string | undefined {
  return message && formatText(message, at);
}

function throttleSpan({ from, until }: Throttle): ChartAnnotation {
  // A single message that was turned away is visible too.
  const end = Math.max(until, from + shortestThrottleMs);
  return { from, until: end, kind: "throttled", label: t(($) => $.campaigns.timeline.throttled) };
}

const shortestThrottleMs = 1000;

function kindOf({ state, reason }: CampaignStep): ChartAnnotation["kind"] | undefined {
  if (state === "paused") return "paused";
  if (state !== "waiting") return undefined;
  return reason === "rate-limited" ? "throttled" : "waiting";
}

function spanLabel({ state, reason }: CampaignStep): string {
  if (reason === undefined)
    return state === "paused" ? t(($) => $.campaigns.steps.pause) : t(($) => $.campaigns.steps.wait);
  const because = { reason: pauseReasonText(reason) };
  return state === "paused"
    ? t(($) => $.campaigns.timeline.paused, because)
    : t(($) => $.campaigns.timeline.waiting, because);
}

type Breakdown = OutputOf<"campaigns.breakdown">;

/** Delivered messages by their time since the acceptance; none without a delivery. */
export function deliveryPoints(times: Breakdown["deliveryTimes"]): readonly ChartPoint[] {
  if (times.every(({ count }) => count === 0)) return [];
  return times.map(({ fromMs, untilMs, count }, index) => {
    const from = formatDuration(fromMs);
    const until = untilMs === undefined ? undefined : formatDuration(untilMs);
    return {
      from: index,
      until: index + 1,
      tick:
        until === undefined
          ? t(($) => $.campaigns.timeline.longerAxis, { time: from })
          : t(($) => $.campaigns.timeline.shorterAxis, { time: until }),
      label:
        until === undefined
          ? t(($) => $.campaigns.timeline.longer, { time: from })
          : t(($) => $.campaigns.timeline.interval, { from, until }),
      values: { delivered: count },
    };
  });
}

export interface FailureReason {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly style: FillStyle;
  readonly href: string;
}

const failedDeliveries = ["failed", "expired", "cancelled"] as const;

/** Reasons of rejected and unknown requests, and of messages that were not delivered, most frequent first. */
export function failureReasons(
  { failures, otherFailures }: Pick<Breakdown, "failures" | "otherFailures">,
  delivery: CampaignStatus["delivery"],
  campaignId: string,
): readonly FailureReason[] {
  const at = `#/campaigns/${campaignId}/recipients`;
  const reasons = [
    ...failures.map(({ outcome, code, message, count }, index) => ({
      id: `request-${index}`,
      label: message ?? code ?? outcomeLabels[outcome].text,
      count,
      style: outcome === "refused" ? styles.refused.style : styles.unknown.style,
      href: `${at}?outcome=${outcome}`,
    })),
    ...failedDeliveries.map((status) => ({
      id: status,
      label: t(($) => $.campaigns.timeline.delivery, { status: deliveryLabels[status].text }),
      count: delivery[status] ?? 0,
      style: notDelivered,
      href: `${at}?delivery=${status}`,
    })),
  ].toSorted((a, b) => b.count - a.count);
  const other = {
    id: "other",
    label: t(($) => $.campaigns.timeline.otherFailures),
    count: otherFailures,
    style: { color: "var(--muted)" },
    href: `${at}?outcome=refused,unknown`,
  };
  return [...reasons, other].filter(({ count }) => count > 0);
}

const notDelivered: FillStyle = {
  color: "var(--bad)",
  pattern: {
    kind: "stripes",
    ground: "color-mix(in srgb, var(--bad) 40%, var(--surface))",
    every: 6,
    size: 3,
    turn: 45,
  },
};
