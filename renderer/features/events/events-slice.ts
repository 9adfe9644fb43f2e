/**
 * The events that the page shows: list, counts and picture from the copy, and what reading them from the service came to.
 *
 * Invariant: what arrives by itself comes into a list that stands at its top and of which nothing is read; every other list keeps its
 * rows until a person wishes it, and what has come is counted beside it.
 */
import type { Field } from "#contract/fleet.ts";
import { fleet } from "../../lib/fleet.ts";
import { gently } from "../../lib/gently.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { failed, loading, never, ready, type Remote, shown } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import {
  countFresh,
  type EventsFound,
  type EventsPicture,
  type EventsReading,
  loadFor,
  mostAtOnce,
  pageSize,
  readList,
  readPicture,
  type Wish,
} from "./events-copy-model.ts";
import { barFields, type EventsAsked, type Query, questionPart, readAsked, sameScope } from "./events-model.ts";

export interface EventsSlice {
  readonly eventsAsked: EventsAsked | undefined;
  /** The part of the address that the question was made of. */
  readonly eventsQuery: string;
  readonly events: Remote<EventsFound>;
  readonly eventsPicture: Remote<EventsPicture>;
  /** The last reading of the service in this place. */
  readonly eventsReading: Remote<EventsReading>;
  /** Came into the copy since the list was asked for, and would stand in it. */
  readonly eventsFresh: number;
  /** So many came into the list by themselves, the last time. */
  readonly eventsCame: { readonly count: number } | undefined;
  /** A person reads an event or a record: no row moves. */
  readonly eventsHeld: boolean;
  /** Lists that were read by themselves once, because nothing of them was known. */
  readonly eventsBegun: readonly string[];
  readonly eventsSeen: boolean;
  readonly eventsPlace: ListPlace;
  readonly eventFields: readonly Field[];
  /** The question of an address. With a network the service is asked where nothing of the time is known. */
  readonly askEvents: (query: Query, online: boolean) => Promise<void>;
  readonly renewEvents: () => Promise<void>;
  readonly moreEvents: () => Promise<void>;
  readonly readEvents: (wish: Wish) => Promise<void>;
  /** Lets in, or counts, what has come meanwhile, and draws the picture anew. */
  readonly noticeEvents: () => Promise<void>;
  /** Says anew how much is known, and of what: something was read. The rows stay. */
  readonly settleEvents: () => Promise<void>;
  readonly holdEvents: (held: boolean) => void;
  readonly seeEvents: (seen: boolean) => void;
  readonly keepEventsPlace: (place: ListPlace) => void;
  readonly loadEventFields: () => Promise<void>;
}

const start: ListPlace = { offset: 0, active: 0 };

type Creator = SliceCreator<EventsSlice>;
type Deeds<K extends keyof EventsSlice> = Pick<EventsSlice, K>;

/** What the deeds share: the marks that no part of the page shows. */
interface Shared {
  /** Where the arrivals begin that the list does not have. */
  mark: number | undefined;
  /** The reading of the service that counts here. */
  reading: object | undefined;
  readonly still: (asked: EventsAsked) => boolean;
  /** Asks the copy again for at least so many rows, and for the picture. Never rejects. */
  readonly renew: (asked: EventsAsked, atLeast: number) => Promise<void>;
  readonly draw: (asked: EventsAsked) => Promise<void>;
}

export const createEventsSlice: Creator = (set, get) => {
  const still = (asked: EventsAsked): boolean => get().eventsAsked === asked;
  const draw = async (asked: EventsAsked): Promise<void> => {
    try {
      const picture = await readPicture(asked);
      if (still(asked)) set({ eventsPicture: ready(picture) });
    } catch (error) {
      if (still(asked)) set({ eventsPicture: failed(get().eventsPicture, error) });
    }
  };
  const shared: Shared = {
    mark: undefined,
    reading: undefined,
    still,
    draw,
    renew: async (asked, atLeast) => {
      try {
        const { mark } = await fleet.events.arrivals(asked);
        const found = await readList(asked, atLeast);
        if (!still(asked)) return;
        shared.mark = mark;
        set({ events: ready(found), eventsFresh: 0 });
      } catch (error) {
        if (still(asked)) set({ events: failed(get().events, error) });
      }
      if (still(asked)) await draw(asked);
    },
  };
  return {
    eventsAsked: undefined,
    eventsQuery: "",
    events: never,
    eventsPicture: never,
    eventsReading: never,
    eventsFresh: 0,
    eventsCame: undefined,
    eventsHeld: false,
    eventsBegun: [],
    eventsSeen: false,
    eventsPlace: start,
    eventFields: [],
    ...askingDeeds(shared, set, get),
    ...servingDeeds(shared, set, get),
    seeEvents: (eventsSeen) => set({ eventsSeen }),
    holdEvents: (eventsHeld) => set({ eventsHeld }),
    keepEventsPlace: (eventsPlace) => set({ eventsPlace }),
    loadEventFields: async () => {
      if (get().eventFields.length > 0) return;
      set({ eventFields: barFields((await fleet.events.fields({})).fields) });
    },
  };
};

/** What asks the copy. */
function askingDeeds(
  shared: Shared,
  ...[set, get]: Parameters<Creator>
): Deeds<"askEvents" | "renewEvents" | "moreEvents"> {
  const { still, renew } = shared;
  let more = false;
  return {
    askEvents: async (query, online) => {
      const { eventsAsked: before, eventsQuery } = get();
      const of = JSON.stringify(questionPart(query));
      const same = before !== undefined && eventsQuery === of;
      const asked = readAsked(query, Date.now());
      const alike = before !== undefined && asked !== undefined && sameScope(before.scope, asked.scope);
      if (!alike) shared.reading = undefined;
      set({
        eventsAsked: asked,
        eventsQuery: of,
        events: loading(alike ? get().events : never),
        eventsFresh: 0,
        ...(alike ? {} : { eventsPicture: never, eventsReading: never }),
        ...(same ? {} : { eventsPlace: start }),
      });
      if (asked === undefined) return;
      await renew(asked, same ? (shown(get().events)?.items.length ?? 0) : 0);
      const coverage = shown(get().events)?.coverage;
      const unread = coverage !== undefined && coverage.spans.length === 0 && coverage.notOfferedAt === undefined;
      const scope = JSON.stringify(asked.scope);
      if (!still(asked) || !unread || get().eventsBegun.includes(scope) || !online) return;
      set(({ eventsBegun }) => ({ eventsBegun: [...eventsBegun, scope] }));
      await get().readEvents("newest");
    },
    renewEvents: async () => {
      const { eventsAsked: asked, events } = get();
      if (asked === undefined) return;
      set({ events: loading(events), eventsPlace: start });
      await renew(asked, 0);
    },
    moreEvents: async () => {
      const { eventsAsked: asked, events } = get();
      const before = shown(events);
      if (more || asked === undefined || before?.nextCursor === undefined) return;
      more = true;
      try {
        const { items, ...next } = await fleet.events.list({ ...asked, limit: pageSize, cursor: before.nextCursor });
        if (get().events !== events) return;
        const found = { ...next, nextCursor: next.nextCursor, answeredAt: Date.now() };
        set({ events: ready({ ...found, items: [...before.items, ...items] }) });
      } catch (error) {
        if (get().events === events) set({ events: failed(events, error) });
      } finally {
        more = false;
      }
    },
  };
}

/** What asks the service, and what is done about news. */
function servingDeeds(
  shared: Shared,
  ...[set, get]: Parameters<Creator>
): Deeds<"readEvents" | "noticeEvents" | "settleEvents"> {
  const { still, renew, draw } = shared;
  return {
    readEvents: async (wish) => {
      const { eventsAsked: asked, eventsReading } = get();
      if (asked === undefined || eventsReading.state === "loading") return;
      const mine = {};
      shared.reading = mine;
      const counts = (): boolean => shared.reading === mine && get().eventsReading.state === "loading";
      set({ eventsReading: loading(eventsReading) });
      try {
        const reading = await fleet.events.load(loadFor(wish, asked, shown(get().events)));
        if (counts()) set({ eventsReading: ready(reading) });
      } catch (error) {
        if (counts()) set({ eventsReading: failed(eventsReading, error) });
      }
      const { eventsAsked: present, events } = get();
      if (present === undefined || !sameScope(present.scope, asked.scope)) return;
      await renew(present, shown(events)?.items.length ?? 0);
    },
    noticeEvents: async () => {
      const { eventsAsked: asked, events, eventsReading } = get();
      const before = shown(events);
      const { mark: after } = shared;
      // A reading that a person asked for shows what it brings.
      const busy = eventsReading.state === "loading";
      if (asked === undefined || before === undefined || after === undefined || busy) return;
      try {
        const { items } = await fleet.events.arrivals({ ...asked, after, limit: mostAtOnce });
        if (!still(asked)) return;
        // The list was read again meanwhile, perhaps before these events arrived.
        if (shared.mark !== after) return await get().noticeEvents();
        const fresh = countFresh(items, before);
        if (fresh > 0 && standsAtTop(get())) {
          await renew(asked, before.items.length);
          if (still(asked)) set({ eventsCame: { count: fresh } });
          return;
        }
        set({ eventsFresh: fresh });
        await draw(asked);
      } catch (error) {
        if (still(asked)) set({ events: failed(events, error) });
      }
    },
    settleEvents: async () => {
      const { eventsAsked: asked, events } = get();
      if (asked === undefined || events.state !== "ready") return;
      try {
        const { coverage } = await fleet.events.list({ ...asked, limit: 1 });
        // Rows that came meanwhile brought what is known of them along.
        if (!still(asked) || get().events !== events) return;
        set({ events: ready({ ...events.value, coverage, answeredAt: Date.now() }) });
        await draw(asked);
      } catch (error) {
        if (still(asked) && get().events === events) set({ events: failed(events, error) });
      }
    },
  };
}

/** Nothing is scrolled, walked to or opened: new rows above take nothing away from anybody. */
function standsAtTop({ eventsPlace, eventsHeld }: Pick<EventsSlice, "eventsPlace" | "eventsHeld">): boolean {
  return eventsPlace.offset === 0 && eventsPlace.active === 0 && !eventsHeld;
}

export const eventsTopics: SliceTopics<EventsSlice> = (slice) => {
  const notice = gently(
    async () => {
      if (slice().eventsSeen && !document.hidden) await slice().noticeEvents();
    },
    // The list that is followed: on a busy computer its renewal may take a quarter of the time.
    { everyMs: 1000, share: 0.25 },
  );
  return {
    "events.added": notice,
    "shell.visibility": ({ missed }) => {
      if (missed) notice();
    },
  };
};
