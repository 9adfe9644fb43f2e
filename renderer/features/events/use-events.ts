/**
 * The events of the address: rows, coverage and counts from the cache, arrivals, and the last refresh from the service.
 *
 * Invariant: events that arrive without a user action are inserted only while the list is at its top and nothing is open; otherwise the
 * rows stay, and the arrivals are counted.
 */
import { t } from "#shared/texts/text.ts";
import { createContext, useContext, useEffect, useMemo } from "react";
import type { Coverage } from "#shared/contract/events/event-schemas.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type SavedPlace, useSavedPlace } from "../../app/store/use-saved-place.ts";
import {
  type OutputOf,
  useFleetPages,
  useFleetQuery,
  useKeyedQuery,
  useRefreshState,
  wasRequested,
} from "../../data/fleet-query.ts";
import { reloadQueries, reloadQuery } from "../../data/invalidations.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import { fleet } from "../../lib/fleet.ts";
import {
  answeredAt,
  arrivalsFor,
  chartInputs,
  countFresh,
  type LoadTarget,
  loadEvents,
  loadKey,
  pageKey,
  pageSize,
  presentRequest,
  reloadEvents,
} from "./events-queries.ts";
import type { EventsRequest, Query } from "./events-request.ts";
import { renewAfterMs } from "./follow-slice.ts";

export interface EventsView {
  readonly request: EventsRequest;
  readonly list: AsyncState<OutputOf<"events.list">>;
  readonly loadMore: () => void;
  /** Reads the rows again from the cache, from the top. */
  readonly renew: () => void;
  readonly place: SavedPlace;
  readonly coverage: Coverage | undefined;
  /** When the cache reported the coverage. */
  readonly answeredAt: number;
  readonly timeline: OutputOf<"events.timeline"> | undefined;
  /** Counts without the severity filter, and without the type and source filters. */
  readonly bySeverity: OutputOf<"events.facets"> | undefined;
  readonly byKind: OutputOf<"events.facets"> | undefined;
  /** The last refresh from the service. */
  readonly reading: AsyncState<OutputOf<"events.load">>;
  readonly load: (target: LoadTarget) => void;
  /** Number of matching events in the cache that belong between the rows. */
  readonly fresh: number;
}

export const EventsContext = createContext<EventsView | undefined>(undefined);

export function useEvents(): EventsView {
  const view = useContext(EventsContext);
  if (view === undefined) throw new Error("There is no list of events.");
  return view;
}

const top = { offset: 0, active: 0 };

/** `question` is the query part of the address as JSON; another scope needs another component. */
export function useEventsOf(question: string): EventsView {
  // A period ends when the page is opened, or its query changes.
  const request = useMemo(
    () => presentRequest(JSON.parse(question) as Query) ?? { scope: { of: "all" as const } },
    [question],
  );
  const key = pageKey(JSON.parse(question) as Query);
  const { scope } = request;
  // Before the rows: what arrives while they are read is counted, rather than missed.
  const mark = useKeyedQuery("events.arrivals", key, () => fleet.events.arrivals(request), { reloadOnOpen: true });
  const isMarked = mark.state === "ready" || mark.state === "failed";
  const pages = useFleetPages(
    "events.list",
    { ...request, limit: pageSize },
    { key, enabled: isMarked, reloadOnOpen: true },
  );
  const coverageState = useFleetQuery(
    "events.list",
    { ...request, limit: 1 },
    { reloadOnOpen: true, keepPrevious: true },
  );
  const coverage = (dataOf(coverageState) ?? dataOf(pages.state))?.coverage;
  const reading = useRefreshState("events.load", loadKey(scope), { keep: true });
  const load = (target: LoadTarget): void => void loadEvents(target, request, coverage);
  const place = useSavedPlace("events", question);
  const { timeline, bySeverity, byKind } = chartInputs(request, coverage);
  const view: EventsView = {
    request,
    list: pages.state,
    loadMore: pages.loadMore,
    renew: () => {
      place.onPlace(top);
      void reloadEvents();
    },
    place,
    coverage,
    answeredAt: answeredAt(request, coverage),
    timeline: dataOf(useFleetQuery("events.timeline", timeline, { reloadOnOpen: true, keepPrevious: true })),
    bySeverity: dataOf(useFleetQuery("events.facets", bySeverity, { reloadOnOpen: true, keepPrevious: true })),
    byKind: dataOf(useFleetQuery("events.facets", byKind, { reloadOnOpen: true, keepPrevious: true })),
    reading,
    load,
    fresh: useArrivals(request, pages.state, dataOf(mark)?.mark, place.place, reading.state === "loading"),
  };
  useFirstLoad(view);
  useFollow(view);
  return view;
}

/** Inserts arrivals where nothing moves by it; returns the number of the others. */
function useArrivals(
  request: EventsRequest,
  state: EventsView["list"],
  mark: number | undefined,
  { offset, active, key }: SavedPlace["place"],
  isLoading: boolean,
): number {
  const isOpen = useFleetdesk(({ address: { query } }) => query["open"] !== undefined || query["event"] !== undefined);
  const announce = useFleetdesk((store) => store.announce);
  const arrived = dataOf(useFleetQuery("events.arrivals", mark === undefined ? undefined : arrivalsFor(request, mark)));
  const rows = dataOf(state);
  // A refresh by the operator inserts its events itself.
  const fresh = arrived === undefined || rows === undefined || isLoading ? 0 : countFresh(arrived.items, rows);
  // The active row is followed only within the loaded pages.
  const staysLoaded = key === undefined || active + fresh < Math.max(rows?.items.length ?? 0, pageSize);
  const inserted = offset === 0 && !isOpen && staysLoaded ? fresh : 0;
  useEffect(() => {
    if (fresh > 0) announce(t(($) => $.events.fresh.arrived, { count: fresh }));
  }, [announce, fresh]);
  useEffect(() => {
    if (inserted > 0) void reloadEvents();
  }, [inserted]);
  return fresh - inserted;
}

/** A list without any coverage is read from the service once, with a network. */
function useFirstLoad({ coverage, request: { scope }, load }: EventsView): void {
  const online = useFleetdesk((state) => state.networkOnline);
  const isUnread = coverage !== undefined && coverage.spans.length === 0 && coverage.notOfferedAt === undefined;
  useEffect(() => {
    if (isUnread && online && !wasRequested("events.load", loadKey(scope))) load("newest");
    // oxlint-disable-next-line react/exhaustive-deps -- once for a scope
  }, [isUnread, online, JSON.stringify(scope)]);
}

/** Follows the list while the page is visible and following is enabled. */
function useFollow({ request }: EventsView): void {
  const { scope } = request;
  const following = useFleetdesk((state) => state.eventsFollowing);
  const follow = useFleetdesk((state) => state.followEvents);
  const unfollow = useFleetdesk((state) => state.unfollowEvents);
  const asOf = useFleetdesk((state) => dataOf(state.eventsFollow)?.asOf);
  // The follower extended the coverage, also without a new event. The rows stay.
  useEffect(() => {
    if (asOf === undefined) return;
    void reloadQuery("events.list", { ...request, limit: 1 });
    void reloadQueries("events.timeline", "events.facets");
    // oxlint-disable-next-line react/exhaustive-deps -- once for a read
  }, [asOf]);
  const scopeKey = JSON.stringify(scope);
  useEffect(() => {
    if (!following) return undefined;
    void follow(scope);
    const timer = window.setInterval(() => void follow(scope), renewAfterMs);
    return () => {
      window.clearInterval(timer);
      void unfollow();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the scope by its content
  }, [following, follow, scopeKey, unfollow]);
}
