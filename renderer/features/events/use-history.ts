/** The history of a record from the cached sources, and its refresh from the service. */
import { useEffect, useRef, useState } from "react";
import type { HistoryItem, HistorySource } from "#shared/contract/events/events.ts";
import { type OutputOf, runRefresh, useFleetPages, useFleetQuery, useRefreshState } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { RecordKey } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { isStale, mergeHistory, scopeOfRecord, sourcesOf } from "./record-history.ts";

export interface HistoryResult {
  readonly items: readonly HistoryItem[];
  readonly coverage: OutputOf<"events.history">["coverage"];
  readonly hasMore: boolean;
}

export interface History {
  readonly state: AsyncState<HistoryResult>;
  readonly loadMore: () => void;
}

const pageSize = 100;
/** How long the cache retains events. */
const retentionMs = 90 * 86_400_000;

function withValue<R>(state: AsyncState<unknown>, value: R | undefined): AsyncState<R> {
  return (state.state === "never" ? state : { ...state, value }) as AsyncState<R>;
}

/** Events, messages and changes of an endpoint, merged by main. */
export function useEndpointHistory(endpoint: string, sources: readonly HistorySource[]): History {
  const all = sources.length === sourcesOf("endpoint").length;
  const { state, loadMore } = useFleetPages(
    "events.history",
    { endpoint, limit: pageSize, sources: all ? undefined : [...sources] },
    { reloadOnOpen: true },
  );
  const data = dataOf(state);
  return { state: withValue(state, data && { ...data, hasMore: data.nextCursor !== undefined }), loadMore };
}

/** Events and changes of another record; its collection must have events. */
export function useRecordHistory(record: RecordKey, sources: readonly HistorySource[]): History {
  const { collection, id } = record;
  const scope = scopeOfRecord(record);
  if (scope === undefined) throw new Error("Records of this kind have no events.");
  const [from] = useState(() => Date.now() - retentionMs);
  const { state, loadMore } = useFleetPages(
    "events.list",
    { scope, from, limit: pageSize },
    { key: { scope, of: "history" }, reloadOnOpen: true },
  );
  const changes = useFleetQuery("fleet.history", { collection, id, limit: 200 }, { reloadOnOpen: true });
  const [events, entries] = [dataOf(state), dataOf(changes)?.entries];
  const hasMore = sources.includes("event") && events?.nextCursor !== undefined;
  const result =
    events === undefined || entries === undefined
      ? undefined
      : {
          items: mergeHistory(
            sources.includes("event") ? events.items : [],
            sources.includes("change") ? entries : [],
            hasMore,
          ),
          coverage: { events: events.coverage },
          hasMore,
        };
  const worst = [state, changes].find((one) => one.state === "failed");
  const loading = [state, changes].find((one) => one.state === "loading");
  return { state: withValue(worst ?? loading ?? state, result), loadMore };
}

/** The newest events of a record. */
function loadOf(record: RecordKey): {
  readonly scope: NonNullable<ReturnType<typeof scopeOfRecord>>;
  readonly limit: number;
} {
  return { scope: scopeOfRecord(record) ?? { of: "endpoint", id: record.id }, limit: 1000 };
}

/** Refreshes the newest events, and an endpoint's messages, from the service. A failure of one source does not hide the others. */
export async function refreshHistory(record: RecordKey): Promise<void> {
  const messages = record.collection === "endpoint" ? [runRefresh("sms.list", { endpoint: record.id })] : [];
  await Promise.all([runRefresh("events.load", loadOf(record)), ...messages]);
  await reloadQueries("events.history", "events.list");
}

/** The last refresh; a source that the service does not offer is reported by the coverage. */
export function useHistoryRefresh(record: RecordKey): AsyncState<unknown> {
  const events = useRefreshState("events.load", loadOf(record));
  const messages = useRefreshState("sms.list", { endpoint: record.id });
  const states: readonly AsyncState<unknown>[] = record.collection === "endpoint" ? [events, messages] : [events];
  return (
    states.find(({ state }) => state === "loading") ??
    states.find((one) => one.state === "failed" && one.failure.code !== "not-offered") ?? { state: "never" }
  );
}

/** Refreshes a newly opened record, with a network, if its coverage is old or small. */
export function useFirstRefresh(record: RecordKey, history: AsyncState<HistoryResult>): void {
  const decided = useRef(false);
  const coverage = history.state === "ready" ? history.value.coverage : undefined;
  useEffect(() => {
    if (coverage === undefined || decided.current) return;
    decided.current = true;
    const neverLoaded = record.collection === "endpoint" && coverage.sms === undefined;
    if (!useFleetdesk.getState().networkOnline) return;
    if (neverLoaded || isStale(coverage.events, Date.now())) void refreshHistory(record);
  }, [coverage, decided, record]);
}
