/** The record whose detail is open: as the copy has it, or as the service told it when a person asked. */
import type { JsonRecord } from "#contract/kit.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { formatOpen, type RecordKey } from "../../lib/records.ts";
import { failed, loading, never, ready, type Remote } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

/** One change of the record that the snapshots know. */
export interface HistoryEntry {
  readonly kind: "added" | "gone" | "changed";
  readonly snapshot: number;
  readonly at: number;
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

export type RecordSource =
  | {
      readonly from: "copy";
      readonly firstSeen: number;
      readonly lastSeen: number;
      readonly changedAt: number;
    }
  | { readonly from: "service"; readonly asOf: number };

export interface OpenRecord {
  readonly id: string;
  readonly record: JsonRecord;
  readonly source: RecordSource;
}

/** What the service said of a record that the copy does not have. */
export type LiveLook = "not-asked" | "asking" | "no-such-record";

export interface DetailSlice {
  readonly detailOf: RecordKey | undefined;
  readonly detail: Remote<OpenRecord>;
  readonly detailHistory: Remote<readonly HistoryEntry[]>;
  readonly liveLook: LiveLook;
  /** Reads the record and its history from the copy. */
  readonly openDetail: (key: RecordKey) => Promise<void>;
  /** The same question put to the service: the only thing here that touches the network. */
  readonly lookOnService: () => Promise<void>;
}

export const createDetailSlice: SliceCreator<DetailSlice> = (set, get) => {
  /** What comes late for a record that is no longer open is dropped. */
  const still = (key: RecordKey): boolean => get().detailOf === key;
  const loadRecord = async (key: RecordKey): Promise<void> => {
    try {
      const { id, record, firstSeen, lastSeen, changedAt } = await fleet.fleet.get(key);
      const source = { from: "copy", firstSeen, lastSeen, changedAt } as const;
      if (still(key)) set({ detail: ready({ id, record, source }) });
    } catch (error) {
      if (still(key)) set({ detail: failed(never, error) });
    }
  };
  const loadHistory = async (key: RecordKey): Promise<void> => {
    try {
      const { entries } = await fleet.fleet.history({ ...key, limit: 200 });
      if (still(key)) set({ detailHistory: ready(entries) });
    } catch (error) {
      if (still(key)) set({ detailHistory: failed(get().detailHistory, error) });
    }
  };
  return {
    detailOf: undefined,
    detail: never,
    detailHistory: never,
    liveLook: "not-asked",
    openDetail: async (key) => {
      const before = get();
      const same = before.detailOf !== undefined && formatOpen(before.detailOf) === formatOpen(key);
      set({
        detailOf: key,
        detail: loading(same ? before.detail : never),
        detailHistory: loading(same ? before.detailHistory : never),
        liveLook: "not-asked",
      });
      await Promise.all([loadRecord(key), loadHistory(key)]);
    },
    lookOnService: async () => {
      const { detailOf: key, detail: before } = get();
      if (key === undefined) return;
      set({ liveLook: "asking" });
      try {
        const { collection, id } = key;
        const { items, asOf } = await fleet.fleet.listLive({ collection, filter: `id:${id}`, limit: 1 });
        if (!still(key)) return;
        const found = items.find((item) => item.id === id);
        if (found === undefined) set({ liveLook: "no-such-record" });
        else set({ liveLook: "not-asked", detail: ready({ ...found, source: { from: "service", asOf } }) });
      } catch (error) {
        if (!still(key)) return;
        set({ liveLook: "not-asked", detail: before });
        throw error;
      }
    },
  };
};

/** True for a failure that says: the copy has no such record. */
export function isNotInCopy(remote: Remote<unknown>): boolean {
  return remote.state === "failed" && ["not-in-cache", "never-synchronised"].includes(remote.failure.code);
}

/** A failure as the sentence to show beside the button that was pressed. */
export function sentenceOf(error: unknown): string {
  return failureOf(error).message;
}

export const detailTopics: SliceTopics<DetailSlice> = (slice) => ({
  "fleet.changed": ({ collection }) => {
    const { detailOf, openDetail } = slice();
    if (detailOf?.collection === collection) void openDetail(detailOf);
  },
});
