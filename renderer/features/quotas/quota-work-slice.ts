/** Background jobs on quotas, of every connection, for the status bar. */
import { fleet } from "../../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

interface QuotaWork {
  readonly connection: string;
  readonly work: "reading" | "writing" | "refresh";
  /** Id of the change or refresh. */
  readonly id: number;
  readonly done: number;
  readonly total?: number;
}

export interface QuotaWorkSlice {
  readonly quotaWork: readonly QuotaWork[];
  readonly putQuotaWork: (work: QuotaWork) => void;
  /** Checks whether the job still runs, and removes it if not. */
  readonly checkQuotaWork: (job: Pick<QuotaWork, "connection" | "work" | "id">) => Promise<void>;
}

const isRefresh = ({ work }: Pick<QuotaWork, "work">): boolean => work === "refresh";

function same(
  a: Pick<QuotaWork, "connection" | "work" | "id">,
  b: Pick<QuotaWork, "connection" | "work" | "id">,
): boolean {
  return a.connection === b.connection && a.id === b.id && isRefresh(a) === isRefresh(b);
}

export const createQuotaWorkSlice: SliceCreator<QuotaWorkSlice> = (set, get) => ({
  quotaWork: [],
  putQuotaWork: (work) =>
    set(({ quotaWork }) => ({ quotaWork: [...quotaWork.filter((other) => !same(other, work)), work] })),
  checkQuotaWork: async (job) => {
    if (!get().quotaWork.some((one) => same(one, job))) return;
    if (await isRunning(job)) return;
    set(({ quotaWork }) => ({ quotaWork: quotaWork.filter((one) => !same(one, job)) }));
  },
});

/** A change or connection that no longer exists has no running job. */
async function isRunning({ connection, work, id }: Pick<QuotaWork, "connection" | "work" | "id">): Promise<boolean> {
  try {
    if (work === "refresh") {
      const { refresh } = await fleet.quotas.refreshState({ connection });
      return refresh?.refresh === id && refresh.state === "running";
    }
    const { state } = await fleet.quotas.state({ change: id });
    return state === "reading" || state === "running";
  } catch {
    return false;
  }
}

export const quotaWorkTopics: SliceTopics<QuotaWorkSlice> = (slice) => {
  const check = (connection: string): void => {
    for (const one of slice().quotaWork) if (one.connection === connection) void slice().checkQuotaWork(one);
  };
  return {
    "quotas.progress": (progress) => {
      slice().putQuotaWork(progress);
      // The last progress notification of a cancelled refresh looks like any other, so refreshes are always checked.
      if (progress.done === progress.total || isRefresh(progress)) void slice().checkQuotaWork(progress);
    },
    "quotas.changeMoved": ({ connection }) => check(connection),
    "quotas.changed": ({ connection }) => check(connection),
  };
};
