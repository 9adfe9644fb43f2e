/** The history of the record whose detail is open, from the copies on this computer, and the asking for what is newer. */
import type { HistoryItem, HistorySource } from "#contract/events.ts";
import type { FleetClient } from "#contract/index.ts";
import type { FleetEvent } from "#contract/event-words.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { gently } from "../../lib/gently.ts";
import { formatOpen, type RecordKey } from "../../lib/records.ts";
import { failed, loading, never, ready, type Remote, shown } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { isStale, mergeHistory, scopeOfRecord, sourcesOf } from "./history-model.ts";

type Answer = Awaited<ReturnType<FleetClient["events"]["history"]>>;

export interface HistoryFound {
  readonly items: readonly HistoryItem[];
  readonly nextCursor: string | undefined;
  readonly known: Answer["known"];
}

export interface HistorySlice {
  /** The record and the sources that are shown. */
  readonly historyOf: { readonly record: RecordKey; readonly sources: readonly HistorySource[] } | undefined;
  readonly recordHistory: Remote<HistoryFound>;
  /** How the last asking of the service ended. */
  readonly historyAsked: Remote<true>;
  /** With a network the service is asked where what is known of a record that is newly opened is old or little. */
  readonly openHistory: (record: RecordKey, sources: readonly HistorySource[], online: boolean) => Promise<void>;
  readonly closeHistory: () => void;
  readonly moreHistory: () => Promise<void>;
  /** Asks the service for the newest events, and for an endpoint's messages. */
  readonly askHistory: () => Promise<void>;
}

const pageSize = 100;
const mostAtOnce = 500;
/** So far back the copy keeps events. */
const keptMs = 90 * 86_400_000;

interface Page {
  readonly found: HistoryFound;
  /** All events so far, for the pages that come. */
  readonly events: readonly FleetEvent[];
}

export const createHistorySlice: SliceCreator<HistorySlice> = (set, get) => {
  type Of = NonNullable<HistorySlice["historyOf"]>;
  const still = (of: Of): boolean => get().historyOf === of;
  let events: readonly FleetEvent[] = [];
  const renew = async (of: Of): Promise<void> => {
    try {
      const limit = Math.min(mostAtOnce, Math.max(pageSize, shown(get().recordHistory)?.items.length ?? 0));
      const page = await readPage(of, limit, undefined, []);
      if (!still(of)) return;
      ({ events } = page);
      set({ recordHistory: ready(page.found) });
    } catch (error) {
      if (still(of)) set({ recordHistory: failed(get().recordHistory, error) });
    }
  };
  let more = false;
  return {
    historyOf: undefined,
    recordHistory: never,
    historyAsked: never,
    openHistory: async (record, sources, online) => {
      const before = get().historyOf;
      const alike = before !== undefined && formatOpen(before.record) === formatOpen(record);
      const of = { record, sources };
      set({
        historyOf: of,
        recordHistory: loading(alike ? get().recordHistory : never),
        ...(alike ? {} : { historyAsked: never }),
      });
      await renew(of);
      const { recordHistory, askHistory } = get();
      const known = shown(recordHistory)?.known;
      if (alike || !still(of) || !online || known === undefined) return;
      const unasked = record.collection === "endpoint" && known.sms === undefined;
      if (unasked || isStale(known.events, Date.now())) await askHistory();
    },
    closeHistory: () => set({ historyOf: undefined, recordHistory: never, historyAsked: never }),
    moreHistory: async () => {
      const { historyOf: of, recordHistory } = get();
      const before = shown(recordHistory);
      if (more || of === undefined || before?.nextCursor === undefined) return;
      more = true;
      try {
        const page = await readPage(of, pageSize, before.nextCursor, events);
        if (get().recordHistory !== recordHistory) return;
        const items = of.record.collection === "endpoint" ? [...before.items, ...page.found.items] : page.found.items;
        ({ events } = page);
        set({ recordHistory: ready({ ...page.found, items }) });
      } catch (error) {
        if (get().recordHistory === recordHistory) set({ recordHistory: failed(recordHistory, error) });
      } finally {
        more = false;
      }
    },
    askHistory: async () => {
      const { historyOf: of, historyAsked } = get();
      const scope = of === undefined ? undefined : scopeOfRecord(of.record);
      if (of === undefined || scope === undefined || historyAsked.state === "loading") return;
      const mine = loading(historyAsked);
      set({ historyAsked: mine });
      try {
        const asking: Promise<unknown>[] = [fleet.events.load({ scope, limit: 1000 })];
        if (scope.of === "endpoint") asking.push(fleet.sms.list({ endpoint: scope.id }));
        // One that fails does not keep the other from being shown.
        const refused = (await Promise.allSettled(asking)).filter((one) => one.status === "rejected");
        // A list that is not offered is told beside the others.
        const [worst] = refused.filter(({ reason }) => failureOf(reason).code !== "not-offered");
        if (worst !== undefined) throw worst.reason;
        if (get().historyAsked === mine) set({ historyAsked: ready(true) });
      } catch (error) {
        if (get().historyAsked === mine) set({ historyAsked: failed(mine, error) });
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
    const { items, nextCursor, known } = await fleet.events.history({
      endpoint: record.id,
      limit,
      ...(sources.length === sourcesOf("endpoint").length ? {} : { sources: [...sources] }),
      ...place,
    });
    return { found: { items, nextCursor, known }, events: [] };
  }
  const scope = scopeOfRecord(record);
  const [page, { entries }] = await Promise.all([
    scope === undefined ? undefined : fleet.events.list({ scope, from: Date.now() - keptMs, limit, ...place }),
    fleet.fleet.history({ ...record, limit: 200 }),
  ]);
  if (page === undefined) throw new Error("Records of this kind have no events.");
  const listed = [...before, ...page.items];
  const shownEvents = sources.includes("event") ? listed : [];
  const more = sources.includes("event") && page.nextCursor !== undefined;
  const items = mergeHistory(shownEvents, sources.includes("change") ? entries : [], more);
  const nextCursor = more ? page.nextCursor : undefined;
  return { found: { items, nextCursor, known: { events: page.coverage } }, events: listed };
}

export const historyTopics: SliceTopics<HistorySlice> = (slice) => {
  const renew = gently(
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
