/** Bulk quota changes: form of the next one, list of past ones, and the open one with its rows. */
import type { QuotaRow, QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange, QuotaSource } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { throttle } from "../../lib/throttle.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface ChangeList {
  readonly changes: readonly QuotaChange[];
  readonly next: number | undefined;
}

export interface ChangeRows {
  readonly items: readonly QuotaRow[];
  readonly next: number | undefined;
}

/** The open change. */
export interface OpenChange {
  readonly id: number;
  readonly change: AsyncState<QuotaChange>;
  readonly states: readonly QuotaRowState[];
  readonly rows: AsyncState<ChangeRows>;
}

export interface QuotaChangesSlice {
  /** Targets of the next change; undefined while none are selected. */
  readonly quotaSource: QuotaSource | undefined;
  readonly quotaKind: QuotaKind;
  readonly quotaChanges: AsyncState<ChangeList>;
  /** The connection whose past changes are shown. */
  readonly quotaChangesOf: string | undefined;
  readonly quotaChangesPlace: ListPlace;
  readonly quotaChange: OpenChange | undefined;
  readonly takeQuotaSource: (source: QuotaSource | undefined, kind?: QuotaKind) => void;
  readonly loadQuotaChanges: (connection: string) => Promise<void>;
  readonly moreQuotaChanges: (connection: string) => Promise<void>;
  readonly saveQuotaChangesPlace: (place: ListPlace) => void;
  readonly openQuotaChange: (id: number) => Promise<void>;
  readonly leaveQuotaChange: () => void;
  readonly putQuotaChange: (change: QuotaChange) => void;
  readonly showQuotaRows: (states: readonly QuotaRowState[]) => Promise<void>;
  readonly moreQuotaRows: () => Promise<void>;
}

const page = 200;
const maxRows = 1000;

export const createQuotaChangesSlice: SliceCreator<QuotaChangesSlice> = (set, get) => {
  const put = (id: number, part: Partial<OpenChange>): void => {
    const now = get().quotaChange;
    if (now?.id === id) set({ quotaChange: { ...now, ...part } });
  };
  const fetchRows = async (of: OpenChange, limit: number, after?: number): Promise<ChangeRows> => {
    const states = of.states.length === 0 ? {} : { states: [...of.states] };
    const from = after === undefined ? {} : { after };
    const { items, next } = await fleet.quotas.rows({ change: of.id, limit, ...states, ...from });
    return { items, next };
  };
  /** Reloads as many rows as were loaded by scrolling, limited to one response. */
  const readRows = async (id: number): Promise<void> => {
    const of = get().quotaChange;
    if (of?.id !== id) return;
    const had = dataOf(of.rows)?.items.length ?? 0;
    try {
      const rows = await fetchRows(of, Math.min(maxRows, Math.max(page, had)));
      if (get().quotaChange?.states === of.states) put(id, { rows: ready(rows) });
    } catch (error) {
      put(id, { rows: failed(of.rows, error) });
    }
  };
  let more = false;
  return {
    quotaSource: undefined,
    quotaKind: "data",
    quotaChanges: idle,
    quotaChangesOf: undefined,
    quotaChangesPlace: { offset: 0, active: 0 },
    quotaChange: undefined,
    takeQuotaSource: (quotaSource, kind) => set({ quotaSource, quotaKind: kind ?? get().quotaKind }),
    loadQuotaChanges: async (connection) => {
      set({ quotaChanges: loading(get().quotaChanges), quotaChangesOf: connection });
      try {
        const { changes, next } = await fleet.quotas.changes({ connection, limit: 100 });
        set({ quotaChanges: ready({ changes, next }) });
      } catch (error) {
        set({ quotaChanges: failed(get().quotaChanges, error) });
      }
    },
    moreQuotaChanges: async (connection) => {
      const before = dataOf(get().quotaChanges);
      if (more || before?.next === undefined) return;
      more = true;
      try {
        const { changes, next } = await fleet.quotas.changes({ connection, limit: 100, before: before.next });
        set({ quotaChanges: ready({ changes: [...before.changes, ...changes], next }) });
      } catch (error) {
        set({ quotaChanges: failed(get().quotaChanges, error) });
      } finally {
        more = false;
      }
    },
    saveQuotaChangesPlace: (quotaChangesPlace) => set({ quotaChangesPlace }),
    openQuotaChange: async (id) => {
      if (get().quotaChange?.id !== id) {
        set({ quotaChange: { id, change: loading(idle), states: [], rows: loading(idle) } });
      }
      try {
        put(id, { change: ready(await fleet.quotas.state({ change: id })) });
      } catch (error) {
        put(id, { change: failed(get().quotaChange?.change ?? idle, error) });
      }
      await readRows(id);
    },
    leaveQuotaChange: () => set({ quotaChange: undefined }),
    putQuotaChange: (change) => put(change.change, { change: ready(change) }),
    showQuotaRows: async (states) => {
      const now = get().quotaChange;
      if (now === undefined) return;
      set({ quotaChange: { ...now, states, rows: loading(now.rows) } });
      await readRows(now.id);
    },
    moreQuotaRows: async () => {
      const of = get().quotaChange;
      const before = of === undefined ? undefined : dataOf(of.rows);
      if (more || of === undefined || before?.next === undefined) return;
      more = true;
      try {
        const { items, next } = await fetchRows(of, page, before.next);
        if (get().quotaChange?.rows === of.rows)
          put(of.id, { rows: ready({ items: [...before.items, ...items], next }) });
      } catch (error) {
        put(of.id, { rows: failed(of.rows, error) });
      } finally {
        more = false;
      }
    },
  };
};

export const quotaChangesTopics: SliceTopics<QuotaChangesSlice> = (slice) => {
  const renewOpen = throttle(
    async () => {
      const { quotaChange, openQuotaChange } = slice();
      if (quotaChange !== undefined && !document.hidden) await openQuotaChange(quotaChange.id);
    },
    { everyMs: 500 },
  );
  const renewList = throttle(
    async (): Promise<void> => {
      const { quotaChangesOf, loadQuotaChanges } = slice();
      if (quotaChangesOf !== undefined && !document.hidden) await loadQuotaChanges(quotaChangesOf);
    },
    { everyMs: 1000 },
  );
  return {
    "quotas.changeMoved": ({ change }) => {
      if (slice().quotaChange?.id === change) renewOpen();
      renewList();
    },
    "quotas.progress": ({ work, id }) => {
      if (work !== "refresh" && slice().quotaChange?.id === id) renewOpen();
    },
    "shell.visibility": ({ missed }) => {
      if (missed) renewOpen();
    },
  };
};
