/** The thread that is open, the overview of all of them, and the templates. */
import type { FleetClient } from "#contract/index.ts";
import type { Failure } from "#contract/kit.ts";
import type { Message } from "#contract/sms.ts";
import type { Template } from "#contract/templates.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { gently } from "../../lib/gently.ts";
import { isFinalDelivery } from "../../lib/outcome-words.ts";
import { failed, loading, never, ready, type Remote, shown } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { limitFor, type RecentAsked, type RecentRefresh, renewed, sameBut } from "./recent-model.ts";

export type Thread = Awaited<ReturnType<FleetClient["sms"]["thread"]>>;
type RecentPage = Awaited<ReturnType<FleetClient["sms"]["recent"]>>;

export interface Recent extends Omit<RecentPage, "items"> {
  readonly items: readonly Message[];
}

export interface MessagesSlice {
  readonly threadOf: string | undefined;
  readonly thread: Remote<Thread>;
  /** How the last asking of the service ended; undefined while it was never asked. */
  readonly threadAsked: Remote<true>;
  readonly recent: Remote<Recent>;
  readonly recentAsked: RecentAsked | undefined;
  /** The overview is on the screen. */
  readonly recentSeen: boolean;
  readonly recentPlace: ListPlace;
  readonly templates: Remote<readonly Template[]>;
  readonly openThread: (endpoint: string) => Promise<void>;
  /** Asks the service, and shows what this computer knows then. */
  readonly refreshThread: (endpoint: string) => Promise<void>;
  readonly askRecent: (asked: RecentAsked) => Promise<void>;
  readonly moreRecent: () => Promise<void>;
  /** Reads the threads of the newest messages that are not final, at most 20, then the list. Ends early when the connection changes. */
  readonly refreshRecent: (connection: string) => Promise<RecentRefresh>;
  readonly seeRecent: (seen: boolean) => void;
  readonly keepRecentPlace: (place: ListPlace) => void;
  readonly loadTemplates: () => Promise<void>;
}

/** Each thread is a request of its own. */
const mostRefreshed = 20;
/** In a row: then the service does not answer any of them. */
const mostFailed = 3;

function mayChange({ direction, delivery, owned }: Message): boolean {
  return direction !== "mo" && owned?.outcome !== "refused" && !isFinalDelivery(delivery);
}

const start: ListPlace = { offset: 0, active: 0 };

export const createMessagesSlice: SliceCreator<MessagesSlice> = (set, get) => {
  const read = async (endpoint: string): Promise<void> => {
    const still = (): boolean => get().threadOf === endpoint;
    try {
      const thread = await fleet.sms.thread({ endpoint });
      if (still()) set({ thread: ready(thread) });
    } catch (error) {
      if (still()) set({ thread: failed(get().thread, error) });
    }
  };
  let more = false;
  return {
    threadOf: undefined,
    thread: never,
    threadAsked: never,
    recent: never,
    recentAsked: undefined,
    recentSeen: false,
    recentPlace: start,
    templates: never,
    openThread: async (endpoint) => {
      if (get().threadOf !== endpoint) set({ threadOf: endpoint, thread: loading(never), threadAsked: never });
      await read(endpoint);
    },
    refreshThread: async (endpoint) => {
      if (get().threadOf !== endpoint || get().threadAsked.state === "loading") return;
      set({ threadAsked: loading(get().threadAsked) });
      const still = (): boolean => get().threadOf === endpoint;
      try {
        await fleet.sms.list({ endpoint });
        if (still()) set({ threadAsked: ready(true) });
      } catch (error) {
        if (still()) set({ threadAsked: failed(get().threadAsked, error) });
      }
      await read(endpoint);
    },
    askRecent: async (recentAsked) => {
      const before = get().recentAsked;
      const same = JSON.stringify(before) === JSON.stringify(recentAsked);
      // Another question begins at its top; the former answer stays on the screen until the new one is here.
      const alike = before !== undefined && sameBut(before, recentAsked);
      const limit = limitFor(alike ? (shown(get().recent)?.items.length ?? 0) : 0);
      set({ recentAsked, recent: loading(get().recent), ...(alike ? {} : { recentPlace: start }) });
      const still = (): boolean => get().recentAsked === recentAsked;
      try {
        const page = await fleet.sms.recent({ ...recentAsked, limit });
        if (still()) set({ recent: ready(same ? renewed(shown(get().recent), page) : page) });
      } catch (error) {
        if (still()) set({ recent: failed(get().recent, error) });
      }
    },
    moreRecent: async () => {
      const { recentAsked, recent } = get();
      const before = shown(recent);
      if (more || recentAsked === undefined || before?.nextCursor === undefined) return;
      more = true;
      try {
        const next = await fleet.sms.recent({ ...recentAsked, cursor: before.nextCursor });
        if (get().recent === recent) set({ recent: ready({ ...next, items: [...before.items, ...next.items] }) });
      } catch (error) {
        if (get().recent === recent) set({ recent: failed(recent, error) });
      } finally {
        more = false;
      }
    },
    refreshRecent: async (connection) => {
      const asked = get().recentAsked;
      const items = shown(get().recent)?.items ?? [];
      const open = items.filter(mayChange).map(({ endpoint }) => endpoint);
      const endpoints = [...new Set(open)];
      const failures: Failure[] = [];
      let refreshed = 0;
      let inARow = 0;
      for (const endpoint of endpoints.slice(0, mostRefreshed)) {
        if (asked !== undefined && get().recentAsked === undefined) break;
        try {
          await fleet.sms.list({ connection, endpoint });
          refreshed++;
          inARow = 0;
        } catch (error) {
          failures.push(failureOf(error));
          if (++inARow === mostFailed) break;
        }
      }
      const { recentAsked } = get();
      if (recentAsked !== undefined) await get().askRecent(recentAsked);
      return { connection, refreshed, of: endpoints.length, failures };
    },
    seeRecent: (recentSeen) => set({ recentSeen }),
    keepRecentPlace: (recentPlace) => set({ recentPlace }),
    loadTemplates: async () => {
      set({ templates: loading(get().templates) });
      try {
        set({ templates: ready((await fleet.templates.list({})).templates) });
      } catch (error) {
        set({ templates: failed(get().templates, error) });
      }
    },
  };
};

export const messagesTopics: SliceTopics<MessagesSlice> = (slice) => {
  // A campaign's delivery checks read many threads a second.
  const renewRecent = gently(
    async () => {
      const { recentSeen, recentAsked, askRecent } = slice();
      if (recentSeen && recentAsked !== undefined && !document.hidden) await askRecent(recentAsked);
    },
    { everyMs: 1000 },
  );
  return {
    "sms.changed": ({ endpoint }) => {
      const { threadOf, openThread } = slice();
      if (threadOf === endpoint) void openThread(endpoint);
      renewRecent();
    },
    "templates.changed": () => {
      if (slice().templates.state !== "never") void slice().loadTemplates();
    },
  };
};
