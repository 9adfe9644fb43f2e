/** The rows of a list for the grid: from the cache, or live from the service on request. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { dataOf } from "../../lib/async-state.ts";
import type { PagedListState } from "../../lib/data-source.ts";
import type { PagedList } from "../../lib/paged-list.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { TableRows } from "../../ui/virtual-table/table-column.ts";
import { type FleetRow, type ListName, type ListQuery, listKey, type LiveResult, listQueryKey } from "./fleet-slice.ts";

export interface ListRows {
  readonly window: PagedList<FleetRow>;
  readonly state: PagedListState;
  readonly rows: TableRows<FleetRow>;
  /** The live rows while they are shown. */
  readonly live: LiveResult | undefined;
  /** The rows belong to an earlier query. */
  readonly stale: boolean;
}

export function useListRows(name: ListName, question: ListQuery): ListRows {
  const fleetWindow = useFleetdesk((state) => state.fleetWindow);
  const queryFleetList = useFleetdesk((state) => state.queryFleetList);
  const live = useFleetdesk((state) => dataOf(state.fleetLists[listKey(name)]?.live ?? { state: "never" }));
  const window = useMemo(() => fleetWindow(name), [fleetWindow, name]);
  const state = useSyncExternalStore(window.subscribe, window.state);
  useEffect(() => queryFleetList(name, question), [queryFleetList, name, question]);
  useEffect(() => () => window.suspend(), [window]);
  const key = listQueryKey(question);
  const rows = useMemo((): TableRows<FleetRow> => {
    if (live === undefined) return { total: state.total.value, at: (index) => window.at(index), version: state };
    return { total: live.items.length, at: (index) => live.items[index], version: live };
  }, [window, state, live]);
  const stale = live === undefined ? state.visibleKey !== undefined && state.visibleKey !== key : live.question !== key;
  return { window, state, rows, live, stale };
}
