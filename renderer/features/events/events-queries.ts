/** Requests of the events page: rows and counts from the cache, and what to read from the service. */
import type { Coverage, EventScope, FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { TimelineBucket } from "#shared/contract/events/events.ts";
import { formatDateTime } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import { failureOfQuery, type InputOf, runRefresh } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { Address } from "../../lib/address.ts";
import type { ChartPoint } from "../../lib/chart-data.ts";
import { byField } from "../../lib/field-failure.ts";
import { type EventsRequest, olderGap, type Query, queryPart, readEventsRequest, readScope } from "./events-request.ts";

/** What to read from the service: the newest events, older ones, or only those that match the filter. */
export type LoadTarget = "newest" | "older" | "fitting";

/** Rows of a page, and the maximum in one response. */
export const pageSize = 200;
const maxPerRequest = 1000;
const buckets = 72;
const readNewest = 1000;
const readMore = 5000;

/** Identity of the rows of the page: their request depends on the time. `of` distinguishes them from those of a record. */
export function pageKey(query: Query): { readonly of: "page"; readonly query: Query } {
  return { of: "page", query: queryPart(query) };
}

/** Identity of the last refresh of a scope by the page. */
export function loadKey(scope: EventScope): { readonly of: "page"; readonly scope: EventScope } {
  return { of: "page", scope };
}

/** The message about an invalid id in the address; while there is one, nothing can be listed, read or followed. */
export function scopeError({ address: { query } }: { readonly address: Address }): string | undefined {
  const scope = readScope(query);
  const failure = scope === undefined ? undefined : failureOfQuery("events.list", pageKey(query));
  // A filter may have a field of the same name.
  return scope !== undefined && failure?.code === "invalid-input" ? byField(failure)[scope.of] : undefined;
}

/** Whether the page has a list that can be refreshed, followed and exported. */
export function hasEventList(state: { readonly address: Address }): boolean {
  const { path, query } = state.address;
  return path[0] === "events" && readScope(query) !== undefined && scopeError(state) === undefined;
}

/** The request of the page's address; a period ends now. */
export function presentRequest(query: Query): EventsRequest | undefined {
  return readEventsRequest(query, Date.now());
}

export function arrivalsFor(request: EventsRequest, mark: number): InputOf<"events.arrivals"> {
  return { ...request, after: mark, limit: maxPerRequest };
}

/** Number of arrived events that belong in the range of the loaded rows but are missing there. */
export function countFresh(
  arrived: readonly FleetEvent[],
  { items, nextCursor }: { readonly items: readonly FleetEvent[]; readonly nextCursor?: string },
): number {
  const loadedKeys = new Set(items.map(({ key }) => key));
  const oldest = nextCursor === undefined ? undefined : items.at(-1)?.at;
  return arrived.filter(({ key, at }) => !loadedKeys.has(key) && (oldest === undefined || at >= oldest)).length;
}

/** Without a time range the chart is of what is loaded, not of the service's whole retention. */
export function chartInputs(
  request: EventsRequest,
  coverage: Coverage | undefined,
): {
  readonly timeline: InputOf<"events.timeline"> | undefined;
  /** Without the severity filter, and without the type and source filters. */
  readonly bySeverity: InputOf<"events.facets">;
  readonly byKind: InputOf<"events.facets">;
} {
  const { severity, type, source, ...rest } = request;
  const from = request.from ?? coverage?.spans[0]?.from;
  return {
    timeline: coverage === undefined ? undefined : { ...request, from, buckets },
    bySeverity: { ...rest, type, source },
    byKind: { ...rest, severity },
  };
}

/** When the cache reported a coverage: a request without an end ended then. */
export function answeredAt({ until }: EventsRequest, coverage: Coverage | undefined): number {
  return until === undefined && coverage !== undefined ? coverage.requested.until : Date.now();
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

/** Only a refresh without a filter adds coverage. */
export function loadFor(
  target: LoadTarget,
  request: EventsRequest,
  coverage: Coverage | undefined,
): InputOf<"events.load"> {
  const { scope, from, until = coverage?.requested.until, filter = "" } = request;
  const span = from === undefined || until === undefined ? {} : { from, until };
  switch (target) {
    case "newest":
      return { scope, limit: readNewest, ...span };
    case "fitting":
      return { scope, limit: readMore, filter, ...span };
    case "older": {
      const gap = coverage && olderGap(coverage, answeredAt(request, coverage));
      const missing = gap === undefined ? span : { from: gap.from - clockSlackMs, until: gap.until };
      return { scope, limit: readMore, ...missing };
    }
  }
}

/** Reads events from the service, and then the page again from the cache. Never rejects: a failure is the state of the refresh. */
export async function loadEvents(
  target: LoadTarget,
  request: EventsRequest,
  coverage: Coverage | undefined,
): Promise<void> {
  await runRefresh("events.load", loadFor(target, request, coverage), { keep: true, key: loadKey(request.scope) });
  await reloadEvents();
}

/** Reads what the page shows again from the cache: first the mark after which events count as arrived, so that none is missed. */
export async function reloadEvents(): Promise<void> {
  await reloadQueries("events.arrivals");
  await reloadQueries("events.list", "events.timeline", "events.facets");
}
