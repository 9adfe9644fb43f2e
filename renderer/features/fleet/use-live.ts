/** Rows that are read from the service on request, in place of the cached ones. */
import { useEffect, useMemo, useRef } from "react";
import type { FixedRows } from "../../app/data-table/use-data-table.ts";
import { clearRefresh, type OutputOf, runRefresh, useRefreshState } from "../../data/fleet-query.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import { type FleetRow, liveInput, type ListName, type ListQuery, listQueryKey } from "./fleet-slice.ts";

export interface LiveRows {
  readonly state: AsyncState<OutputOf<"fleet.listLive">>;
  /** The rows while they are shown. */
  readonly rows: FixedRows<FleetRow> | undefined;
  readonly load: () => void;
  /** Shows the cached rows again. */
  readonly close: () => void;
}

/** Live rows belong to their query: another one shows cached rows. */
export function useLive(name: ListName, question: ListQuery): LiveRows {
  const input = useMemo(() => liveInput(name, question), [name, question]);
  const state = useRefreshState("fleet.listLive", input);
  const visible = useRef(input);
  useEffect(() => {
    if (visible.current !== input) clearRefresh("fleet.listLive", visible.current);
    visible.current = input;
  }, [input]);
  const items = dataOf(state)?.items;
  const key = listQueryKey(question);
  const rows = useMemo(() => (items === undefined ? undefined : { key, items }), [items, key]);
  return {
    state,
    rows,
    load: () => void runRefresh("fleet.listLive", input, { keep: true }),
    close: () => clearRefresh("fleet.listLive", input),
  };
}
