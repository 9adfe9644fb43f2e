/**
 * The quota overview: counts, rows of a group, selection, and refresh from the service.
 *
 * Incoming readings are throttled, so that recounting and reloading take a bounded share of the time.
 */
import type { FleetClient } from "#shared/contract/index.ts";
import type { QuotaItem, QuotaRefresh } from "#shared/contract/quotas/quota-overview.ts";
import { fleet } from "../../lib/fleet.ts";
import { throttle } from "../../lib/throttle.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import { PagedList } from "../../lib/paged-list.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { filterOf, listedKey, type QuotasRequest } from "./quota-query.ts";

export type QuotaOverview = Awaited<ReturnType<FleetClient["quotas"]["overview"]>>;

export interface QuotasSlice {
  /** Query of the overview; undefined while it is not visible. */
  readonly quotasRequest: QuotasRequest | undefined;
  readonly quotaOverview: AsyncState<QuotaOverview>;
  readonly quotaWindow: PagedList<QuotaItem>;
  /** The running refresh, or the last one. */
  readonly quotaRefresh: QuotaRefresh | undefined;
  readonly loadQuotas: (request: QuotasRequest) => Promise<void>;
  readonly leaveQuotas: () => void;
  readonly renewQuotas: () => Promise<void>;
  readonly putQuotaRefresh: (refresh: QuotaRefresh | undefined) => void;
  readonly loadQuotaRefresh: (connection: string) => Promise<void>;
}

export const createQuotasSlice: SliceCreator<QuotasSlice> = (set, get) => {
  const count = async (request: QuotasRequest): Promise<void> => {
    const isCurrent = (): boolean => get().quotasRequest === request;
    set({ quotaOverview: loading(get().quotaOverview) });
    try {
      const overview = await fleet.quotas.overview({ connection: request.connection, ...filterOf(request.listed) });
      if (isCurrent()) set({ quotaOverview: ready(overview) });
    } catch (error) {
      if (isCurrent()) set({ quotaOverview: failed(get().quotaOverview, error) });
    }
  };
  return {
    quotasRequest: undefined,
    quotaOverview: idle,
    quotaWindow: new PagedList<QuotaItem>({ pageSize: 64 }),
    quotaRefresh: undefined,
    loadQuotas: async (request) => {
      set({ quotasRequest: request });
      const { quotaWindow } = get();
      // Cached rows of the same query may have become outdated while the page was closed.
      if (quotaWindow.state().visibleKey === listedKey(request)) quotaWindow.refresh();
      await count(request);
    },
    leaveQuotas: () => set({ quotasRequest: undefined }),
    renewQuotas: async () => {
      const { quotasRequest, quotaWindow } = get();
      if (quotasRequest === undefined) return;
      quotaWindow.refresh();
      await count(quotasRequest);
    },
    putQuotaRefresh: (quotaRefresh) => set({ quotaRefresh }),
    loadQuotaRefresh: async (connection) => {
      const { refresh } = await fleet.quotas.refreshState({ connection });
      set({ quotaRefresh: refresh });
    },
  };
};

export const quotasTopics: SliceTopics<QuotasSlice> = (slice) => {
  const renewSeen = async (): Promise<void> => {
    if (!document.hidden) await slice().renewQuotas();
  };
  const renew = throttle(renewSeen, { everyMs: 1000 });
  /** A change of a single endpoint in its detail should be visible in the list immediately. */
  const renewSoon = throttle(renewSeen, { everyMs: 250, share: 0.5 });
  const seen = (connection: string): boolean => slice().quotasRequest?.connection === connection;
  return {
    "quotas.changed": ({ connection, endpoint }) => {
      if (!seen(connection)) return;
      void slice().loadQuotaRefresh(connection).catch(ignored);
      if (endpoint === undefined) renew();
      else renewSoon();
    },
    "quotas.progress": ({ connection, work, id, done, total }) => {
      if (work !== "refresh" || !seen(connection)) return;
      const { quotaRefresh: before, putQuotaRefresh, loadQuotaRefresh } = slice();
      if (before?.refresh === id && before.state === "running") {
        putQuotaRefresh({ ...before, done, ...(total === undefined ? {} : { total }) });
      } else void loadQuotaRefresh(connection).catch(ignored);
      renew();
    },
    "fleet.changed": ({ collection }) => {
      if (collection === "endpoint" && slice().quotasRequest !== undefined) renew();
    },
    "shell.visibility": ({ missed }) => {
      if (missed) renew();
    },
  };
};

/** A connection deleted in between has no refresh; its page closes. */
function ignored(): void {}
