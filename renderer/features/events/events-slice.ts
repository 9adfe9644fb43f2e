/**
 * The events page: list, counts and chart from the cache, and the outcome of refreshing them.
 *
 * Invariant: events that arrive without a user action are inserted only if the list is scrolled to its top and no row is open;
 * otherwise the rows stay, and the arrivals are counted.
 */
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { fleet } from "../../lib/fleet.ts";
import { throttle } from "../../lib/throttle.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import {
  countFresh,
  type EventsResult,
  type EventsChart,
  type EventsReading,
  loadFor,
  maxPerRequest,
  pageSize,
  readList,
  readChart,
  type LoadTarget,
} from "./events-queries.ts";
import {
  barFields,
  type EventsRequest,
  type Query,
  queryPart,
  readEventsRequest,
  sameScope,
} from "./events-request.ts";

export interface EventsSlice {
  readonly eventsRequest: EventsRequest | undefined;
  /** The part of the address that the query was built from. */
  readonly eventsQuery: string;
  readonly events: AsyncState<EventsResult>;
  readonly eventsChart: AsyncState<EventsChart>;
  /** The last refresh of this page from the service. */
  readonly eventsReading: AsyncState<EventsReading>;
  /** Number of matching events added to the cache since the list was loaded. */
  readonly eventsFresh: number;
  /** Number of events last inserted automatically. */
  readonly eventsInserted: { readonly count: number } | undefined;
  /** An event or record is open: no row moves. */
  readonly eventsHeld: boolean;
  /** Lists that were refreshed automatically once, because they had no coverage. */
  readonly eventsAutoLoaded: readonly string[];
  readonly eventsSeen: boolean;
  readonly eventsPlace: ListPlace;
  readonly eventFields: readonly Field[];
  /** Loads the query of an address. With a network, refreshes from the service if the span has no coverage. */
  readonly loadEvents: (query: Query, online: boolean) => Promise<void>;
  readonly renewEvents: () => Promise<void>;
  readonly moreEvents: () => Promise<void>;
  readonly readEvents: (target: LoadTarget) => Promise<void>;
  /** Inserts or counts new events, and reloads the chart. */
  readonly noticeEvents: () => Promise<void>;
  /** Reloads coverage and chart after a refresh. The rows stay. */
  readonly refreshEventsCoverage: () => Promise<void>;
  readonly holdEvents: (isHeld: boolean) => void;
  readonly setEventsVisible: (seen: boolean) => void;
  readonly saveEventsPlace: (place: ListPlace) => void;
  readonly loadEventFields: () => Promise<void>;
}

const start: ListPlace = { offset: 0, active: 0 };

type Creator = SliceCreator<EventsSlice>;
type Actions<K extends keyof EventsSlice> = Pick<EventsSlice, K>;

/** State that the actions share and no component reads. */
interface Shared {
  /** Cursor of the first arrival that is not in the list. */
  arrivalCursor: number | undefined;
  /** Identity of the current refresh; results of others are ignored. */
  reading: object | undefined;
  readonly isCurrent: (request: EventsRequest) => boolean;
  /** Reloads at least this many rows from the cache, and the chart. Never rejects. */
  readonly renew: (request: EventsRequest, atLeast: number) => Promise<void>;
  readonly draw: (request: EventsRequest) => Promise<void>;
}

export const createEventsSlice: Creator = (set, get) => {
  const isCurrent = (request: EventsRequest): boolean => get().eventsRequest === request;
  const draw = async (request: EventsRequest): Promise<void> => {
    try {
      const chart = await readChart(request, dataOf(get().events)?.coverage);
      if (isCurrent(request)) set({ eventsChart: ready(chart) });
    } catch (error) {
      if (isCurrent(request)) set({ eventsChart: failed(get().eventsChart, error) });
    }
  };
  const shared: Shared = {
    arrivalCursor: undefined,
    reading: undefined,
    isCurrent,
    draw,
    renew: async (request, atLeast) => {
      try {
        const { mark: arrivalCursor } = await fleet.events.arrivals(request);
        const result = await readList(request, atLeast);
        if (!isCurrent(request)) return;
        shared.arrivalCursor = arrivalCursor;
        set({ events: ready(result), eventsFresh: 0 });
      } catch (error) {
        if (isCurrent(request)) set({ events: failed(get().events, error) });
      }
      if (isCurrent(request)) await draw(request);
    },
  };
  return {
    eventsRequest: undefined,
    eventsQuery: "",
    events: idle,
    eventsChart: idle,
    eventsReading: idle,
    eventsFresh: 0,
    eventsInserted: undefined,
    eventsHeld: false,
    eventsAutoLoaded: [],
    eventsSeen: false,
    eventsPlace: start,
    eventFields: [],
    ...createLoadActions(shared, set, get),
    ...createServiceActions(shared, set, get),
    setEventsVisible: (eventsSeen) => set({ eventsSeen }),
    holdEvents: (eventsHeld) => set({ eventsHeld }),
    saveEventsPlace: (eventsPlace) => set({ eventsPlace }),
    loadEventFields: async () => {
      if (get().eventFields.length > 0) return;
      set({ eventFields: barFields((await fleet.events.fields({})).fields) });
    },
  };
};

/** Actions that read the cache. */
function createLoadActions(
  shared: Shared,
  ...[set, get]: Parameters<Creator>
): Actions<"loadEvents" | "renewEvents" | "moreEvents"> {
  const { isCurrent, renew } = shared;
  let more = false;
  return {
    loadEvents: async (query, online) => {
      const { eventsRequest: before, eventsQuery } = get();
      const of = JSON.stringify(queryPart(query));
      const same = before !== undefined && eventsQuery === of;
      const request = readEventsRequest(query, Date.now());
      const alike = before !== undefined && request !== undefined && sameScope(before.scope, request.scope);
      if (!alike) shared.reading = undefined;
      set({
        eventsRequest: request,
        eventsQuery: of,
        events: loading(alike ? get().events : idle),
        eventsFresh: 0,
        ...(alike ? {} : { eventsChart: idle, eventsReading: idle }),
        eventsPlace: same ? get().eventsPlace : start,
      });
      if (request === undefined) return;
      await renew(request, same ? (dataOf(get().events)?.items.length ?? 0) : 0);
      const coverage = dataOf(get().events)?.coverage;
      const unread = coverage !== undefined && coverage.spans.length === 0 && coverage.notOfferedAt === undefined;
      const scope = JSON.stringify(request.scope);
      if (!isCurrent(request) || !unread || get().eventsAutoLoaded.includes(scope) || !online) return;
      set(({ eventsAutoLoaded }) => ({ eventsAutoLoaded: [...eventsAutoLoaded, scope] }));
      await get().readEvents("newest");
    },
    renewEvents: async () => {
      const { eventsRequest: request, events } = get();
      if (request === undefined) return;
      set({ events: loading(events), eventsPlace: start });
      await renew(request, 0);
    },
    moreEvents: async () => {
      const { eventsRequest: request, events } = get();
      const before = dataOf(events);
      if (more || request === undefined || before?.nextCursor === undefined) return;
      more = true;
      try {
        const { items, ...next } = await fleet.events.list({ ...request, limit: pageSize, cursor: before.nextCursor });
        if (get().events !== events) return;
        const result = { ...next, nextCursor: next.nextCursor, answeredAt: Date.now() };
        set({ events: ready({ ...result, items: [...before.items, ...items] }) });
      } catch (error) {
        if (get().events === events) set({ events: failed(events, error) });
      } finally {
        more = false;
      }
    },
  };
}

/** Actions that read the service, and those that handle arrivals. */
function createServiceActions(
  shared: Shared,
  ...[set, get]: Parameters<Creator>
): Actions<"readEvents" | "noticeEvents" | "refreshEventsCoverage"> {
  const { isCurrent, renew, draw } = shared;
  return {
    readEvents: async (target) => {
      const { eventsRequest: request, eventsReading } = get();
      if (request === undefined || eventsReading.state === "loading") return;
      const mine = {};
      shared.reading = mine;
      const counts = (): boolean => shared.reading === mine && get().eventsReading.state === "loading";
      set({ eventsReading: loading(eventsReading) });
      try {
        const reading = await fleet.events.load(loadFor(target, request, dataOf(get().events)));
        if (counts()) set({ eventsReading: ready(reading) });
      } catch (error) {
        if (counts()) set({ eventsReading: failed(eventsReading, error) });
      }
      const { eventsRequest: present, events } = get();
      if (present === undefined || !sameScope(present.scope, request.scope)) return;
      await renew(present, dataOf(events)?.items.length ?? 0);
    },
    noticeEvents: async () => {
      const { eventsRequest: request, events, eventsReading } = get();
      const before = dataOf(events);
      const { arrivalCursor: after } = shared;
      // A refresh by the operator inserts its events itself.
      const busy = eventsReading.state === "loading";
      if (request === undefined || before === undefined || after === undefined || busy) return;
      try {
        const { items } = await fleet.events.arrivals({ ...request, after, limit: maxPerRequest });
        if (!isCurrent(request)) return;
        // The list was reloaded in between, perhaps before these events arrived.
        if (shared.arrivalCursor !== after) return await get().noticeEvents();
        const fresh = countFresh(items, before);
        if (fresh > 0 && isAtTop(get())) {
          await renew(request, before.items.length);
          if (isCurrent(request)) set({ eventsInserted: { count: fresh } });
          return;
        }
        set({ eventsFresh: fresh });
        await draw(request);
      } catch (error) {
        if (isCurrent(request)) set({ events: failed(events, error) });
      }
    },
    refreshEventsCoverage: async () => {
      const { eventsRequest: request, events } = get();
      if (request === undefined || events.state !== "ready") return;
      try {
        const { coverage } = await fleet.events.list({ ...request, limit: 1 });
        // A concurrent reload of the rows already updated the coverage.
        if (!isCurrent(request) || get().events !== events) return;
        set({ events: ready({ ...events.value, coverage, answeredAt: Date.now() }) });
        await draw(request);
      } catch (error) {
        if (isCurrent(request) && get().events === events) set({ events: failed(events, error) });
      }
    },
  };
}

/** Nothing is scrolled, focused or open, so new rows above move nothing that is being read. */
function isAtTop({ eventsPlace, eventsHeld }: Pick<EventsSlice, "eventsPlace" | "eventsHeld">): boolean {
  return eventsPlace.offset === 0 && eventsPlace.active === 0 && !eventsHeld;
}

export const eventsTopics: SliceTopics<EventsSlice> = (slice) => {
  const notice = throttle(
    async () => {
      if (slice().eventsSeen && !document.hidden) await slice().noticeEvents();
    },
    // The followed list: on a busy computer its reloads may take a quarter of the time.
    { everyMs: 1000, share: 0.25 },
  );
  return {
    "events.added": notice,
    "shell.visibility": ({ missed }) => {
      if (missed) notice();
    },
  };
};
