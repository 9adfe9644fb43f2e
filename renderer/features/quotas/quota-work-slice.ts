/** Work on quotas that goes on in the background, of every connection, as the bottom of the window tells it. */
import { fleet } from "../../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface QuotaWork {
  readonly connection: string;
  readonly work: "reading" | "writing" | "refresh";
  /** Number of the change or of the refresh. */
  readonly id: number;
  readonly done: number;
  readonly total?: number | undefined;
}

export interface QuotaWorkSlice {
  readonly quotaWork: readonly QuotaWork[];
  readonly putQuotaWork: (work: QuotaWork) => void;
  /** Looks whether it still goes on, and lets go of it when not. */
  readonly checkQuotaWork: (which: Pick<QuotaWork, "connection" | "work" | "id">) => Promise<void>;
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
  checkQuotaWork: async (which) => {
    if (!get().quotaWork.some((one) => same(one, which))) return;
    if (await goesOn(which)) return;
    set(({ quotaWork }) => ({ quotaWork: quotaWork.filter((one) => !same(one, which)) }));
  },
});

/** A change or a connection that is not there any more has nothing going on. */
async function goesOn({ connection, work, id }: Pick<QuotaWork, "connection" | "work" | "id">): Promise<boolean> {
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
      // The last word of a refresh that was ended early looks like any other.
      if (progress.done === progress.total || isRefresh(progress)) void slice().checkQuotaWork(progress);
    },
    "quotas.changeMoved": ({ connection }) => check(connection),
    "quotas.changed": ({ connection }) => check(connection),
  };
};
