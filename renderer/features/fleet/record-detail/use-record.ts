/** The record whose detail is open: from the cache, or as last refreshed from the service. */
import { useMemo } from "react";
import type { Failure, JsonRecord } from "#shared/contract/kit.ts";
import { formatText } from "#shared/texts/text.ts";
import { type OutputOf, runRefresh, useFleetData, useFleetQuery, useRefreshState } from "../../../data/fleet-query.ts";
import { reloadQueries } from "../../../data/invalidations.ts";
import { type AsyncState, dataOf } from "../../../lib/async-state.ts";
import { nameOf, type RecordKey } from "../../../lib/records.ts";

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

export interface RecordState {
  /** Undefined while loading, and if the cache no longer has the record. */
  readonly open: OpenRecord | undefined;
  readonly failure: Failure | undefined;
  readonly linksLoaded: boolean;
}

/** Loads the record, its history and its links from the cache whenever it is opened. */
export function useRecord(key: RecordKey): RecordState {
  const record = useFleetQuery("fleet.get", key, { reloadOnOpen: true });
  useFleetQuery("fleet.history", historyOf(key), { reloadOnOpen: true });
  const links = useFleetQuery("records.links", key, { reloadOnOpen: true });
  const data = dataOf(record);
  const open = useMemo(() => (data === undefined ? undefined : toOpenRecord(data)), [data]);
  const failure = record.state === "failed" ? record.failure : undefined;
  return { open: failure === undefined ? open : undefined, failure, linksLoaded: links.state !== "loading" };
}

/** One change of the record between two snapshots. */
export type HistoryEntry = OutputOf<"fleet.history">["entries"][number];

function historyOf({ collection, id }: RecordKey): RecordKey & { readonly limit: number } {
  return { collection, id, limit: 200 };
}

export function useRecordHistory(key: RecordKey): AsyncState<OutputOf<"fleet.history">> {
  return useFleetQuery("fleet.history", historyOf(key));
}

export function useRecordLinks(key: RecordKey): AsyncState<OutputOf<"records.links">> {
  return useFleetQuery("records.links", key);
}

/** Undefined while loading, and if the cache does not have the record; the id is shown instead. */
export function useRecordName(key: RecordKey | undefined): string | undefined {
  const record = useFleetData("fleet.get", key)?.record;
  return key === undefined || record === undefined ? undefined : nameOf(key.collection, record);
}

function toOpenRecord({ id, record, firstSeen, lastSeen, changedAt, readAt }: OutputOf<"fleet.get">): OpenRecord {
  if (firstSeen === undefined || lastSeen === undefined || changedAt === undefined) {
    return { id, record, source: { from: "service", asOf: readAt ?? 0 } };
  }
  return { id, record, source: { from: "cache", firstSeen, lastSeen, changedAt, readAt } };
}

export interface RecordRefresh {
  readonly busy: boolean;
  /** The service does not have the record. */
  readonly isMissing: boolean;
  /** Why the last refresh failed. */
  readonly problem: string | undefined;
  readonly run: () => void;
}

/** Refreshes the record from the service; the result is stored apart from the cache. Uses the network. */
export function useRecordRefresh(key: RecordKey): RecordRefresh {
  const state = useRefreshState("records.readAgain", key);
  const run = async (): Promise<void> => {
    // If the service no longer has the record, the cached version is shown and an earlier refresh is discarded.
    if (await runRefresh("records.readAgain", key)) await reloadQueries("fleet.get", "records.links");
  };
  return {
    busy: state.state === "loading",
    isMissing: state.state === "ready" && state.value.record === undefined,
    problem: state.state === "failed" ? formatText(state.failure.text) : undefined,
    run: () => void run(),
  };
}

/** Requests the tariff plans of one organisation, or of all organisations in the cache. Uses the network. */
export function usePlansRefresh(organisation: string | undefined): Omit<RecordRefresh, "isMissing"> {
  const input = { organisation };
  const state = useRefreshState("records.readTariffPlans", input);
  const run = async (): Promise<void> => {
    await runRefresh("records.readTariffPlans", input);
    // Some may be loaded before a failure.
    await reloadQueries("records.links");
  };
  const reason =
    state.state === "ready" ? state.value.reason : state.state === "failed" ? state.failure.text : undefined;
  return {
    busy: state.state === "loading",
    problem: reason === undefined ? undefined : formatText(reason),
    run: () => void run(),
  };
}
