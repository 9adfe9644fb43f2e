/** What the page asks: of the copy its rows and its picture, of the service what is to be read. Keeps nothing. */
import type { Coverage, FleetEvent } from "#contract/event-schemas.ts";
import type { FleetClient } from "#contract/index.ts";
import { fleet } from "../../lib/fleet.ts";
import { type EventsRequest, olderGap } from "./events-request.ts";

export interface EventsResult {
  readonly items: readonly FleetEvent[];
  readonly nextCursor: string | undefined;
  readonly coverage: Coverage;
  /** When the copy was asked how much it knows. */
  readonly answeredAt: number;
}

export type EventFacets = Awaited<ReturnType<FleetClient["events"]["facets"]>>;
export type EventTimeline = Awaited<ReturnType<FleetClient["events"]["timeline"]>>;
export type EventsReading = Awaited<ReturnType<FleetClient["events"]["load"]>>;

export interface EventsChart {
  readonly timeline: EventTimeline;
  /** As if no severity was chosen, and as if neither type nor source was. */
  readonly bySeverity: EventFacets;
  readonly byKind: EventFacets;
}

/** What is read of the service: the newest, what lies before it, or only what fits the filter. */
export type Wish = "newest" | "older" | "fitting";

/** Rows of a page, and at most in one answer. */
export const pageSize = 200;
export const mostAtOnce = 1000;
const buckets = 72;
const readNewest = 1000;
const readMore = 5000;

/** Those that would stand among the rows that are shown, and do not. */
export function countFresh(arrived: readonly FleetEvent[], { items, nextCursor }: EventsResult): number {
  const loadedKeys = new Set(items.map(({ key }) => key));
  const oldest = nextCursor === undefined ? undefined : items.at(-1)?.at;
  return arrived.filter(({ key, at }) => !loadedKeys.has(key) && (oldest === undefined || at >= oldest)).length;
}

export async function readList(request: EventsRequest, atLeast: number): Promise<EventsResult> {
  const items: FleetEvent[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(mostAtOnce, Math.max(pageSize, atLeast - items.length));
    const page = await fleet.events.list({ ...request, limit, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined || items.length >= atLeast) {
      return { items, nextCursor: cursor, coverage: page.coverage, answeredAt: Date.now() };
    }
  }
}

export async function readChart(request: EventsRequest): Promise<EventsChart> {
  const { severity, type, source, ...rest } = request;
  const kinds = { ...(type === undefined ? {} : { type }), ...(source === undefined ? {} : { source }) };
  const [timeline, bySeverity, byKind] = await Promise.all([
    fleet.events.timeline({ ...request, buckets }),
    fleet.events.facets({ ...rest, ...kinds }),
    fleet.events.facets({ ...rest, ...(severity === undefined ? {} : { severity }) }),
  ]);
  return { timeline, bySeverity, byKind };
}

/** The offset of the service's clock is known to a second; with the next answer, the beginning of what it keeps may be that much earlier. */
const clockSlackMs = 2_000;

type Load = Parameters<FleetClient["events"]["load"]>[0];

/** Only a reading without a filter makes a time known. */
export function loadFor(wish: Wish, request: EventsRequest, result: EventsResult | undefined): Load {
  const { scope, from, until, filter = "" } = request;
  const coverage = result?.coverage;
  const span = from === undefined || coverage === undefined ? {} : { from, until: until ?? coverage.requested.until };
  switch (wish) {
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
