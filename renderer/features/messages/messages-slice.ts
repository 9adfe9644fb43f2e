/** The open thread, the overview of recent messages, and the templates. */
import type { FleetClient } from "#shared/contract/index.ts";
import type { Failure } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { Template } from "#shared/contract/messages/templates.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { throttle } from "../../lib/throttle.ts";
import { isFinalDelivery } from "../../lib/outcome-labels.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { limitFor, type RecentRequest, type RecentRefresh, mergeRefreshed, isSameQuery } from "./recent-request.ts";

export type Thread = Awaited<ReturnType<FleetClient["sms"]["thread"]>>;
type RecentPage = Awaited<ReturnType<FleetClient["sms"]["recent"]>>;

export interface Recent extends Omit<RecentPage, "items"> {
  readonly items: readonly Message[];
}

export interface MessagesSlice {
  readonly threadOf: string | undefined;
  readonly thread: AsyncState<Thread>;
  /** Outcome of the last refresh; idle if there was none. */
  readonly threadRefresh: AsyncState<true>;
  readonly recent: AsyncState<Recent>;
  readonly recentRequest: RecentRequest | undefined;
  /** The overview is visible. */
  readonly recentSeen: boolean;
  readonly recentPlace: ListPlace;
  readonly templates: AsyncState<readonly Template[]>;
  readonly openThread: (endpoint: string) => Promise<void>;
  /** Refreshes the thread from the service, then reloads it from the cache. */
  readonly refreshThread: (endpoint: string) => Promise<void>;
  readonly loadRecent: (request: RecentRequest) => Promise<void>;
  readonly moreRecent: () => Promise<void>;
  /** Refreshes the threads of the newest messages without a final status, at most 20, then the list. Stops when the connection changes. */
  readonly refreshRecent: (connection: string) => Promise<RecentRefresh>;
  readonly setRecentVisible: (seen: boolean) => void;
  readonly saveRecentPlace: (place: ListPlace) => void;
  readonly loadTemplates: () => Promise<void>;
}

/** Each thread is a request of its own. */
const maxRefreshed = 20;
/** Consecutive failures after which the service is considered unreachable. */
const maxConsecutiveFailures = 3;

function mayChange({ direction, delivery, owned }: Message): boolean {
  return direction !== "mo" && owned?.outcome !== "refused" && !isFinalDelivery(delivery);
}

const start: ListPlace = { offset: 0, active: 0 };

export const createMessagesSlice: SliceCreator<MessagesSlice> = (set, get) => {
  const read = async (endpoint: string): Promise<void> => {
    const isCurrent = (): boolean => get().threadOf === endpoint;
    try {
      const thread = await fleet.sms.thread({ endpoint });
      if (isCurrent()) set({ thread: ready(thread) });
    } catch (error) {
      if (isCurrent()) set({ thread: failed(get().thread, error) });
    }
  };
  let more = false;
  return {
    threadOf: undefined,
    thread: idle,
    threadRefresh: idle,
    recent: idle,
    recentRequest: undefined,
    recentSeen: false,
    recentPlace: start,
    templates: idle,
    openThread: async (endpoint) => {
      if (get().threadOf !== endpoint) set({ threadOf: endpoint, thread: loading(idle), threadRefresh: idle });
      await read(endpoint);
    },
    refreshThread: async (endpoint) => {
      if (get().threadOf !== endpoint || get().threadRefresh.state === "loading") return;
      set({ threadRefresh: loading(get().threadRefresh) });
      const isCurrent = (): boolean => get().threadOf === endpoint;
      try {
        await fleet.sms.list({ endpoint });
        if (isCurrent()) set({ threadRefresh: ready(true) });
      } catch (error) {
        if (isCurrent()) set({ threadRefresh: failed(get().threadRefresh, error) });
      }
      await read(endpoint);
    },
    loadRecent: async (recentRequest) => {
      const before = get().recentRequest;
      const same = JSON.stringify(before) === JSON.stringify(recentRequest);
      // A new query starts at the top; the previous result stays visible until the new one arrives.
      const alike = before !== undefined && isSameQuery(before, recentRequest);
      const limit = limitFor(alike ? (dataOf(get().recent)?.items.length ?? 0) : 0);
      set({ recentRequest, recent: loading(get().recent), recentPlace: alike ? get().recentPlace : start });
      const isCurrent = (): boolean => get().recentRequest === recentRequest;
      try {
        const page = await fleet.sms.recent({ ...recentRequest, limit });
        if (isCurrent()) set({ recent: ready(same ? mergeRefreshed(dataOf(get().recent), page) : page) });
      } catch (error) {
        if (isCurrent()) set({ recent: failed(get().recent, error) });
      }
    },
    moreRecent: async () => {
      const { recentRequest, recent } = get();
      const before = dataOf(recent);
      if (more || recentRequest === undefined || before?.nextCursor === undefined) return;
      more = true;
      try {
        const next = await fleet.sms.recent({ ...recentRequest, cursor: before.nextCursor });
        if (get().recent === recent) set({ recent: ready({ ...next, items: [...before.items, ...next.items] }) });
      } catch (error) {
        if (get().recent === recent) set({ recent: failed(recent, error) });
      } finally {
        more = false;
      }
    },
    refreshRecent: async (connection) => {
      const request = get().recentRequest;
      const items = dataOf(get().recent)?.items ?? [];
      const open = items.filter(mayChange).map(({ endpoint }) => endpoint);
      const endpoints = [...new Set(open)];
      const failures: Failure[] = [];
      let refreshed = 0;
      let consecutiveFailures = 0;
      for (const endpoint of endpoints.slice(0, maxRefreshed)) {
        if (request !== undefined && get().recentRequest === undefined) break;
        try {
          await fleet.sms.list({ connection, endpoint });
          refreshed++;
          consecutiveFailures = 0;
        } catch (error) {
          failures.push(failureOf(error));
          if (++consecutiveFailures === maxConsecutiveFailures) break;
        }
      }
      const { recentRequest } = get();
      if (recentRequest !== undefined) await get().loadRecent(recentRequest);
      return { connection, refreshed, of: endpoints.length, failures };
    },
    setRecentVisible: (recentSeen) => set({ recentSeen }),
    saveRecentPlace: (recentPlace) => set({ recentPlace }),
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
  // Delivery checks of a campaign read many threads a second.
  const renewRecent = throttle(
    async () => {
      const { recentSeen, recentRequest, loadRecent } = slice();
      if (recentSeen && recentRequest !== undefined && !document.hidden) await loadRecent(recentRequest);
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
