/** Requests of the events page: rows and chart from the cache, and what to read from the service. Stateless. */
import type { Coverage, FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { TimelineBucket } from "#shared/contract/events/events.ts";
import { formatDateTime } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import type { ChartPoint } from "../../lib/chart-data.ts";
import { fleet } from "../../lib/fleet.ts";
import { type EventsRequest, olderGap } from "./events-request.ts";

export interface EventsResult {
  readonly items: readonly FleetEvent[];
  readonly nextCursor: string | undefined;
  readonly coverage: Coverage;
  /** When the cache reported its coverage. */
  readonly answeredAt: number;
}

export type EventFacets = Awaited<ReturnType<FleetClient["events"]["facets"]>>;
export type EventTimeline = Awaited<ReturnType<FleetClient["events"]["timeline"]>>;
export type EventsReading = Awaited<ReturnType<FleetClient["events"]["load"]>>;

export interface EventsChart {
  readonly timeline: EventTimeline;
  /** Counts without the severity filter, and without the type and source filters. */
  readonly bySeverity: EventFacets;
  readonly byKind: EventFacets;
}

/** What to read from the service: the newest events, older ones, or only those that match the filter. */
export type LoadTarget = "newest" | "older" | "fitting";

/** Rows of a page, and the maximum in one response. */
export const pageSize = 200;
export const maxPerRequest = 1000;
const buckets = 72;
const readNewest = 1000;
const readMore = 5000;

/** Number of arrived events that belong in the range of the visible rows but are missing there. */
export function countFresh(arrived: readonly FleetEvent[], { items, nextCursor }: EventsResult): number {
  const loadedKeys = new Set(items.map(({ key }) => key));
  const oldest = nextCursor === undefined ? undefined : items.at(-1)?.at;
  return arrived.filter(({ key, at }) => !loadedKeys.has(key) && (oldest === undefined || at >= oldest)).length;
}

export async function readList(request: EventsRequest, atLeast: number): Promise<EventsResult> {
  const items: FleetEvent[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(maxPerRequest, Math.max(pageSize, atLeast - items.length));
    const page = await fleet.events.list({ ...request, limit, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined || items.length >= atLeast) {
      return { items, nextCursor: cursor, coverage: page.coverage, answeredAt: Date.now() };
    }
  }
}

/** Without a time range the chart is of what is loaded, not of the service's whole retention. */
export async function readChart(request: EventsRequest, coverage: Coverage | undefined): Promise<EventsChart> {
  const { severity, type, source, ...rest } = request;
  const kinds = { type, source };
  const from = request.from ?? coverage?.spans[0]?.from;
  const [timeline, bySeverity, byKind] = await Promise.all([
    fleet.events.timeline({ ...request, from, buckets }),
    fleet.events.facets({ ...rest, ...kinds }),
    fleet.events.facets({ ...rest, severity }),
  ]);
  return { timeline, bySeverity, byKind };
}

/** The chart's points. Where nothing was read, a count of 0 is unknown. */
export function timelinePoints(parts: readonly TimelineBucket[]): readonly ChartPoint[] {
  return parts.map(({ from, until, counts, read }) => ({
    from,
    until,
    label: t(($) => $.events.coverage.period, { from: formatDateTime(from), until: formatDateTime(until) }),
    values: Object.fromEntries(
      Object.entries(counts).map(([severity, count]) => [severity, count === 0 && read !== "read" ? undefined : count]),
    ),
    gap: read === "read" ? undefined : read,
  }));
}

/** The service's clock offset is known to a second, so the start of its retention may shift by that much with the next response. */
const clockSlackMs = 2_000;

type Load = Parameters<FleetClient["events"]["load"]>[0];

/** Only a refresh without a filter adds coverage. */
export function loadFor(target: LoadTarget, request: EventsRequest, result: EventsResult | undefined): Load {
  const { scope, from, until, filter = "" } = request;
  const coverage = result?.coverage;
  const span = from === undefined || coverage === undefined ? {} : { from, until: until ?? coverage.requested.until };
  switch (target) {
    case "newest":
      return { scope, limit: readNewest, ...span };
    case "fitting":
      return { scope, limit: readMore, filter, ...span };
    case "older": {
      const gap = result === undefined ? undefined : olderGap(result.coverage, result.answeredAt);
      const missing = gap === undefined ? span : { from: gap.from - clockSlackMs, until: gap.until };
      return { scope, limit: readMore, ...missing };
    }
  }
}
