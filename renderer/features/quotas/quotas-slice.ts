/** UI state of quotas: rows of the overview, the targets of the next bulk change, and the background jobs for the status bar. */
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaChange, QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { fleet } from "../../lib/fleet.ts";
import { PagedList } from "../../lib/paged-list.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { throttle } from "../../lib/throttle.ts";
import type { TopicPayload } from "../../lib/topics.ts";
import { listedKey, type QuotasRequest } from "./quota-query.ts";

/** A job of any connection. */
type QuotaWork = TopicPayload<"quotas.progress">;

type QuotaJob = Pick<QuotaWork, "connection" | "work" | "id">;

export interface QuotasSlice {
  readonly quotaWork: readonly QuotaWork[];
  readonly putQuotaWork: (work: QuotaWork) => void;
  /** Adds the running jobs of all connections and removes the ended ones. */
  readonly loadQuotaWork: () => Promise<void>;
  /** Checks whether the job still runs, and removes it if not. */
  readonly checkQuotaWork: (job: QuotaJob) => Promise<void>;
  /** Query of the overview; undefined while it is not visible. */
  readonly quotasRequest: QuotasRequest | undefined;
  readonly quotaWindow: PagedList<QuotaItem>;
  /** Targets of the next change; undefined while none are selected. */
  readonly quotaSource: QuotaSource | undefined;
  readonly quotaKind: QuotaKind;
  readonly openQuotas: (request: QuotasRequest) => void;
  readonly leaveQuotas: () => void;
  readonly takeQuotaSource: (source: QuotaSource | undefined, kind?: QuotaKind) => void;
}

export const createQuotasSlice: SliceCreator<QuotasSlice> = (set, get) => ({
  quotasRequest: undefined,
  quotaWindow: new PagedList<QuotaItem>({ pageSize: 64 }),
  quotaSource: undefined,
  quotaKind: "data",
  openQuotas: (request) => {
    set({ quotasRequest: request });
    const { quotaWindow } = get();
    // Cached rows of the same query may have become outdated while the page was closed.
    if (quotaWindow.state().visibleKey === listedKey(request)) quotaWindow.refresh();
  },
  leaveQuotas: () => set({ quotasRequest: undefined }),
  takeQuotaSource: (quotaSource, kind) => set({ quotaSource, quotaKind: kind ?? get().quotaKind }),
  quotaWork: [],
  putQuotaWork: (work) =>
    set(({ quotaWork }) => ({ quotaWork: [...quotaWork.filter((other) => !isSameJob(other, work)), work] })),
  loadQuotaWork: async () => {
    const { connections } = await fleet.connections.list({});
    // A connection that can't be opened has no running job.
    const work = (await Promise.all(connections.map(({ name }) => runningWork(name).catch(() => [])))).flat();
    const { quotaWork, putQuotaWork } = get();
    for (const one of work) if (!quotaWork.some((other) => isSameJob(other, one))) putQuotaWork(one);
    // A job may have ended since it was read.
    await Promise.all(get().quotaWork.map((one) => get().checkQuotaWork(one)));
  },
  checkQuotaWork: async (job) => {
    if (!get().quotaWork.some((one) => isSameJob(one, job))) return;
    if (await isRunning(job)) return;
    set(({ quotaWork }) => ({ quotaWork: quotaWork.filter((one) => !isSameJob(one, job)) }));
  },
});

const isRefresh = ({ work }: Pick<QuotaWork, "work">): boolean => work === "refresh";

function isSameJob(a: QuotaJob, b: QuotaJob): boolean {
  return a.connection === b.connection && a.id === b.id && isRefresh(a) === isRefresh(b);
}

async function runningWork(connection: string): Promise<readonly QuotaWork[]> {
  const [{ changes }, { refresh }] = await Promise.all([
    fleet.quotas.changes({ connection, active: true, limit: 200 }),
    fleet.quotas.refreshState({ connection }),
  ]);
  const changing = changes.filter((change) => !change.single && isChanging(change));
  return [
    ...changing.map((change) => ({
      connection,
      work: change.state === "reading" ? ("reading" as const) : ("writing" as const),
      id: change.change,
      ...doneOf(change),
    })),
    ...(refresh?.state === "running"
      ? [{ connection, work: "refresh" as const, id: refresh.refresh, done: refresh.done, total: refresh.total }]
      : []),
  ];
}

function isChanging({ state }: Pick<QuotaChange, "state">): boolean {
  return state === "reading" || state === "running";
}

/** Progress within the current phase. */
export function doneOf({ state, counts, total }: QuotaChange): { readonly done: number; readonly total: number } {
  if (state === "reading" || state === "reading-interrupted") return { done: total - counts.waiting, total };
  return { done: total - counts.planned - counts.sending - counts.waiting, total };
}

/** A change or connection that no longer exists has no running job. */
async function isRunning({ connection, work, id }: QuotaJob): Promise<boolean> {
  try {
    if (work === "refresh") {
      const { refresh } = await fleet.quotas.refreshState({ connection });
      return refresh?.refresh === id && refresh.state === "running";
    }
    return isChanging(await fleet.quotas.state({ change: id }));
  } catch {
    return false;
  }
}

/** Incoming readings are throttled, so that reloading the rows takes a bounded share of the time. */
export const quotasTopics: SliceTopics<QuotasSlice> = (slice) => {
  const renewSeen = (): void => {
    if (!document.hidden && slice().quotasRequest !== undefined) slice().quotaWindow.refresh();
  };
  const renew = throttle(renewSeen, { everyMs: 1000 });
  /** A change of a single endpoint in its detail should be visible in the list immediately. */
  const renewSoon = throttle(renewSeen, { everyMs: 250, share: 0.5 });
  const seen = (connection: string): boolean => slice().quotasRequest?.connection === connection;
  const check = (connection: string): void => {
    for (const one of slice().quotaWork) if (one.connection === connection) void slice().checkQuotaWork(one);
  };
  return {
    "quotas.changeMoved": ({ connection }) => check(connection),
    "quotas.changed": ({ connection, endpoint }) => {
      check(connection);
      if (!seen(connection)) return;
      if (endpoint === undefined) renew();
      else renewSoon();
    },
    "quotas.progress": (progress) => {
      slice().putQuotaWork(progress);
      // The last progress notification of a cancelled refresh looks like any other, so refreshes are always checked.
      if (progress.done === progress.total || isRefresh(progress)) void slice().checkQuotaWork(progress);
      if (isRefresh(progress) && seen(progress.connection)) renew();
    },
    "fleet.changed": ({ collection }) => {
      if (collection === "endpoint") renew();
    },
    "shell.visibility": ({ missed }) => {
      if (!missed) return;
      renew();
      // It only fails while the program closes.
      slice()
        .loadQuotaWork()
        .catch(() => undefined);
    },
  };
};
