/** The record whose detail is open: from the cache, or as last refreshed from the service. */
import { formatText } from "#shared/texts/text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { formatOpen, type RecordKey } from "../../../lib/records.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../../lib/slice.ts";

/** One change of the record between two snapshots. */
export interface HistoryEntry {
  readonly kind: "added" | "removed" | "changed";
  readonly snapshot: number;
  readonly at: number;
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

export type RecordSource =
  | {
      readonly from: "cache";
      readonly firstSeen: number;
      readonly lastSeen: number;
      readonly changedAt: number;
      /** When the record was refreshed from the service, if that version is shown; it is newer than the cache. */
      readonly readAt?: number;
    }
  | { readonly from: "service"; readonly asOf: number };

export interface OpenRecord {
  readonly id: string;
  readonly record: JsonRecord;
  readonly source: RecordSource;
}

/** State of the record's refresh from the service. */
export type RecordRefreshState = "not-asked" | "asking" | "no-such-record";

export interface DetailSlice {
  readonly detailOf: RecordKey | undefined;
  readonly detail: AsyncState<OpenRecord>;
  readonly detailHistory: AsyncState<readonly HistoryEntry[]>;
  readonly detailLinks: AsyncState<readonly RecordLink[]>;
  readonly recordRefresh: RecordRefreshState;
  /** Loads the record and its history from the cache. */
  readonly openDetail: (key: RecordKey) => Promise<void>;
  /** Refreshes the record from the service; the result is stored apart from the cache. Uses the network, as does `readTariffPlans`. */
  readonly refreshRecord: () => Promise<void>;
  /** Requests the tariff plans of one organisation, or of all organisations in the cache. */
  readonly readTariffPlans: (organisation?: string) => Promise<string | undefined>;
}

type RecordResponse = Awaited<ReturnType<typeof fleet.fleet.get>>;

export const createDetailSlice: SliceCreator<DetailSlice> = (set, get) => {
  /** Late results for a record that is no longer open are discarded. */
  const isCurrent = (key: RecordKey): boolean => get().detailOf === key;
  const loadRecord = async (key: RecordKey): Promise<void> => {
    try {
      const detail = openRecord(await fleet.fleet.get(key));
      if (isCurrent(key)) set({ detail: ready(detail) });
    } catch (error) {
      if (isCurrent(key)) set({ detail: failed(idle, error) });
    }
  };
  const loadLinks = async (key: RecordKey): Promise<void> => {
    try {
      const { links } = await fleet.records.links(key);
      if (isCurrent(key)) set({ detailLinks: ready(links) });
    } catch (error) {
      if (isCurrent(key)) set({ detailLinks: failed(get().detailLinks, error) });
    }
  };
  const loadHistory = async (key: RecordKey): Promise<void> => {
    try {
      const { entries } = await fleet.fleet.history({ ...key, limit: 200 });
      if (isCurrent(key)) set({ detailHistory: ready(entries) });
    } catch (error) {
      if (isCurrent(key)) set({ detailHistory: failed(get().detailHistory, error) });
    }
  };
  return {
    detailOf: undefined,
    detail: idle,
    detailHistory: idle,
    detailLinks: idle,
    recordRefresh: "not-asked",
    openDetail: async (key) => {
      const before = get();
      const same = before.detailOf !== undefined && formatOpen(before.detailOf) === formatOpen(key);
      set({
        detailOf: key,
        detail: loading(same ? before.detail : idle),
        detailHistory: loading(same ? before.detailHistory : idle),
        detailLinks: loading(same ? before.detailLinks : idle),
        recordRefresh: "not-asked",
      });
      await Promise.all([loadRecord(key), loadHistory(key), loadLinks(key)]);
    },
    refreshRecord: async () => {
      const { detailOf: key, detail: before } = get();
      if (key === undefined) return;
      set({ recordRefresh: "asking" });
      try {
        const { record } = await fleet.records.readAgain(key);
        if (!isCurrent(key)) return;
        set({ recordRefresh: record === undefined ? "no-such-record" : "not-asked" });
        // If the service no longer has the record, the cached version is shown and an earlier refresh is discarded.
        await Promise.all([loadRecord(key), loadLinks(key)]);
      } catch (error) {
        if (!isCurrent(key)) return;
        set({ recordRefresh: "not-asked", detail: before });
        throw error;
      }
    },
    readTariffPlans: async (organisation) => {
      const { detailOf: key } = get();
      try {
        const { reason } = await fleet.records.readTariffPlans(organisation === undefined ? {} : { organisation });
        return reason === undefined ? undefined : formatText(reason);
      } finally {
        if (key !== undefined && isCurrent(key)) await loadLinks(key);
      }
    },
  };
};

function openRecord({ id, record, firstSeen, lastSeen, changedAt, readAt }: RecordResponse): OpenRecord {
  if (firstSeen === undefined || lastSeen === undefined || changedAt === undefined) {
    return { id, record, source: { from: "service", asOf: readAt ?? 0 } };
  }
  const newer = readAt === undefined ? {} : { readAt };
  return { id, record, source: { from: "cache", firstSeen, lastSeen, changedAt, ...newer } };
}

/** Whether the failure means that the cache has no such record. */
export function isNotCached(record: AsyncState<unknown>): boolean {
  return record.state === "failed" && ["not-in-cache", "never-synchronised"].includes(record.failure.code);
}

/** The message of a failure, to show next to the pressed button. */
export function sentenceOf(error: unknown): string {
  return formatText(failureOf(error).text);
}

export const detailTopics: SliceTopics<DetailSlice> = (slice) => ({
  "fleet.changed": ({ collection }) => {
    const { detailOf, openDetail } = slice();
    if (detailOf?.collection === collection) void openDetail(detailOf);
  },
});
