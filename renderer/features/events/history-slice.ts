/** The history of the open record from the cached sources, and its refresh from the service. */
import type { HistoryItem, HistorySource } from "#shared/contract/events/events.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { throttle } from "../../lib/throttle.ts";
import { formatOpen, type RecordKey } from "../../lib/records.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { isStale, mergeHistory, scopeOfRecord, sourcesOf } from "./record-history.ts";

type Answer = Awaited<ReturnType<FleetClient["events"]["history"]>>;

export interface HistoryResult {
  readonly items: readonly HistoryItem[];
  readonly nextCursor: string | undefined;
  readonly coverage: Answer["coverage"];
}

export interface HistorySlice {
  /** The record and the visible sources. */
  readonly historyOf: { readonly record: RecordKey; readonly sources: readonly HistorySource[] } | undefined;
  readonly recordHistory: AsyncState<HistoryResult>;
  /** The outcome of the last refresh. */
  readonly historyRefresh: AsyncState<true>;
  /** Loads a newly opened record. With a network, refreshes from the service if its coverage is old or small. */
  readonly openHistory: (record: RecordKey, sources: readonly HistorySource[], online: boolean) => Promise<void>;
  readonly closeHistory: () => void;
  readonly moreHistory: () => Promise<void>;
  /** Refreshes the newest events, and an endpoint's messages, from the service. */
  readonly refreshHistory: () => Promise<void>;
}

const pageSize = 100;
const mostAtOnce = 500;
/** How long the cache retains events. */
const retentionMs = 90 * 86_400_000;

interface Page {
  readonly result: HistoryResult;
  /** All events loaded so far, for the pages to come. */
  readonly events: readonly FleetEvent[];
}

export const createHistorySlice: SliceCreator<HistorySlice> = (set, get) => {
  type Of = NonNullable<HistorySlice["historyOf"]>;
  const isCurrent = (of: Of): boolean => get().historyOf === of;
  let events: readonly FleetEvent[] = [];
  const renew = async (of: Of): Promise<void> => {
    try {
      const limit = Math.min(mostAtOnce, Math.max(pageSize, dataOf(get().recordHistory)?.items.length ?? 0));
      const page = await readPage(of, limit, undefined, []);
      if (!isCurrent(of)) return;
      ({ events } = page);
      set({ recordHistory: ready(page.result) });
    } catch (error) {
      if (isCurrent(of)) set({ recordHistory: failed(get().recordHistory, error) });
    }
  };
  let more = false;
  return {
    historyOf: undefined,
    recordHistory: idle,
    historyRefresh: idle,
    openHistory: async (record, sources, online) => {
      const before = get().historyOf;
      const alike = before !== undefined && formatOpen(before.record) === formatOpen(record);
      const of = { record, sources };
      set({
        historyOf: of,
        recordHistory: loading(alike ? get().recordHistory : idle),
        historyRefresh: alike ? get().historyRefresh : idle,
      });
      await renew(of);
      const { recordHistory, refreshHistory } = get();
      const coverage = dataOf(recordHistory)?.coverage;
      if (alike || !isCurrent(of) || !online || coverage === undefined) return;
      const neverLoaded = record.collection === "endpoint" && coverage.sms === undefined;
      if (neverLoaded || isStale(coverage.events, Date.now())) await refreshHistory();
    },
    closeHistory: () => set({ historyOf: undefined, recordHistory: idle, historyRefresh: idle }),
    moreHistory: async () => {
      const { historyOf: of, recordHistory } = get();
      const before = dataOf(recordHistory);
      if (more || of === undefined || before?.nextCursor === undefined) return;
      more = true;
      try {
        const page = await readPage(of, pageSize, before.nextCursor, events);
        if (get().recordHistory !== recordHistory) return;
        const items = of.record.collection === "endpoint" ? [...before.items, ...page.result.items] : page.result.items;
        ({ events } = page);
        set({ recordHistory: ready({ ...page.result, items }) });
      } catch (error) {
        if (get().recordHistory === recordHistory) set({ recordHistory: failed(recordHistory, error) });
      } finally {
        more = false;
      }
    },
    refreshHistory: async () => {
      const { historyOf: of, historyRefresh } = get();
      const scope = of === undefined ? undefined : scopeOfRecord(of.record);
      if (of === undefined || scope === undefined || historyRefresh.state === "loading") return;
      const mine = loading(historyRefresh);
      set({ historyRefresh: mine });
      try {
        const requests: Promise<unknown>[] = [fleet.events.load({ scope, limit: 1000 })];
        if (scope.of === "endpoint") requests.push(fleet.sms.list({ endpoint: scope.id }));
        // A failure of one source does not hide the others.
        const failures = (await Promise.allSettled(requests)).filter((one) => one.status === "rejected");
        // A source that the service does not offer is reported separately.
        const [worst] = failures.filter(({ reason }) => failureOf(reason).code !== "not-offered");
        if (worst !== undefined) throw worst.reason;
        if (get().historyRefresh === mine) set({ historyRefresh: ready(true) });
      } catch (error) {
        if (get().historyRefresh === mine) set({ historyRefresh: failed(mine, error) });
      }
      const { historyOf: present } = get();
      if (present?.record === of.record) await renew(present);
    },
  };
};

async function readPage(
  { record, sources }: NonNullable<HistorySlice["historyOf"]>,
  limit: number,
  cursor: string | undefined,
  before: readonly FleetEvent[],
): Promise<Page> {
  const place = cursor === undefined ? {} : { cursor };
  if (record.collection === "endpoint") {
    const { items, nextCursor, coverage } = await fleet.events.history({
      endpoint: record.id,
      limit,
      sources: sources.length === sourcesOf("endpoint").length ? undefined : [...sources],
      ...place,
    });
    return { result: { items, nextCursor, coverage }, events: [] };
  }
  const scope = scopeOfRecord(record);
  const [page, { entries }] = await Promise.all([
    scope === undefined ? undefined : fleet.events.list({ scope, from: Date.now() - retentionMs, limit, ...place }),
    fleet.fleet.history({ ...record, limit: 200 }),
  ]);
  if (page === undefined) throw new Error("Records of this kind have no events.");
  const listed = [...before, ...page.items];
  const visibleEvents = sources.includes("event") ? listed : [];
  const more = sources.includes("event") && page.nextCursor !== undefined;
  const items = mergeHistory(visibleEvents, sources.includes("change") ? entries : [], more);
  const nextCursor = more ? page.nextCursor : undefined;
  return { result: { items, nextCursor, coverage: { events: page.coverage } }, events: listed };
}

export const historyTopics: SliceTopics<HistorySlice> = (slice) => {
  const renew = throttle(
    async () => {
      const { historyOf, openHistory } = slice();
      if (historyOf !== undefined && !document.hidden) await openHistory(historyOf.record, historyOf.sources, false);
    },
    { everyMs: 1000 },
  );
  return {
    "events.added": renew,
    "sms.changed": ({ endpoint }) => {
      const record = slice().historyOf?.record;
      if (record?.collection === "endpoint" && record.id === endpoint) renew();
    },
    "fleet.changed": ({ collection }) => {
      if (slice().historyOf?.record.collection === collection) renew();
    },
  };
};
