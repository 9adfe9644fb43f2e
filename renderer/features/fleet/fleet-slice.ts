/**
 * State of the fleet lists: the filter bar, and the query when the list was left. The rows are in `fleetWindow`, outside the store, since they are many
 * and change on every scroll; selection and position are in `app/tables-slice.ts`.
 */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { emptyFilter, type FilterState } from "../../lib/filter-state.ts";
import { clearRefresh, type InputOf, setCachedData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import type { RowQuery } from "../../lib/data-source.ts";
import { PagedList } from "../../lib/paged-list.ts";
import { selectionOf } from "../../lib/selection.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { TablesSlice } from "../../app/tables-slice.ts";

export interface FleetRow {
  readonly id: string;
  readonly record: JsonRecord;
}

/** Identifies a list: a collection of one connection. */
export interface ListName {
  readonly connection: string;
  readonly collection: Collection;
}

/** Query of a list, in the grammar of the specification. */
export interface ListQuery {
  readonly filter: string;
  readonly sort: string;
  readonly audience: number | undefined;
}

export interface FleetList extends FilterState {
  /** The query of the address when the list was left. */
  readonly left: Readonly<Record<string, string>>;
}

export interface FleetSlice {
  readonly fleetLists: Readonly<Record<string, FleetList>>;
  readonly isFleetChartOpen: boolean;
  readonly fleetWindow: (name: ListName) => PagedList<FleetRow>;
  readonly changeFleetList: (name: ListName, change: Partial<FleetList>) => void;
  /** Reloads the rows of one list, or of all, if they were ever loaded. */
  readonly refreshFleetLists: (name?: ListName) => void;
  readonly setFleetChartOpen: (open: boolean) => void;
}

export const emptyFleetList: FleetList = { ...emptyFilter, left: {} };

export function listKey({ connection, collection }: ListName): string {
  return `${collection} ${connection}`;
}

export function isNarrowed({ filter, audience }: ListQuery): boolean {
  return filter !== "" || audience !== undefined;
}

/** Id of a list's table in `tables`. */
export function fleetTableId(name: ListName): string {
  return `fleet/${listKey(name)}`;
}

export function listQueryKey({ filter, sort, audience }: ListQuery): string {
  return JSON.stringify([filter, sort, audience ?? ""]);
}

export const createFleetSlice: SliceCreator<FleetSlice> = (set) => {
  const windows = new Map<string, PagedList<FleetRow>>();
  return {
    fleetLists: {},
    isFleetChartOpen: true,
    fleetWindow: (name) => {
      const key = listKey(name);
      const list = windows.get(key) ?? new PagedList<FleetRow>();
      windows.set(key, list);
      return list;
    },
    changeFleetList: (name, change) =>
      set(({ fleetLists }) => {
        const key = listKey(name);
        return { fleetLists: { ...fleetLists, [key]: { ...emptyFleetList, ...fleetLists[key], ...change } } };
      }),
    refreshFleetLists: (name) => {
      const lists = name === undefined ? windows.values() : [windows.get(listKey(name))];
      for (const list of lists) list?.refresh();
    },
    setFleetChartOpen: (isFleetChartOpen) => set({ isFleetChartOpen }),
  };
};

/** Replaces the selection of a list from another page, and clears its filter. */
export function selectInFleet(store: FleetSlice & TablesSlice, name: ListName, ids: readonly string[]): void {
  store.changeFleetList(name, emptyFleetList);
  clearRefresh("fleet.listLive", liveInput(name, { filter: "", sort: "" }));
  store.changeTable(fleetTableId(name), { selection: selectionOf(ids) });
}

/** Input of the query that reads rows from the service. */
export function liveInput(
  name: ListName,
  { filter, sort }: Pick<ListQuery, "filter" | "sort">,
): InputOf<"fleet.listLive"> {
  return { ...name, filter, sort, limit: 1000 };
}

export function fleetRowQuery(name: ListName, question: ListQuery): RowQuery<FleetRow> {
  const { filter, sort, audience } = question;
  const query = { ...name, filter, audience };
  const whole = !isNarrowed(question);
  return {
    key: listQueryKey(question),
    source: {
      page: async (request, signal) => {
        const { items, nextCursor, completeness } = await fleet.fleet.list({ ...query, ...request, sort }, signal);
        setCachedData("fleet.completeness", name, completeness);
        return { items, nextCursor, hint: whole ? completeness.unique : undefined };
      },
      count: async (signal) => (await fleet.fleet.count(query, signal)).total,
      countAmong: async (ids, signal) => (await fleet.fleet.count({ ...query, ids: [...ids] }, signal)).total,
    },
  };
}

export const fleetTopics: SliceTopics<FleetSlice> = (slice) => ({
  "fleet.changed": (name) => slice().refreshFleetLists(name),
  "fleet.syncEnded": (name) => slice().refreshFleetLists(name),
  "shell.visibility": ({ missed }) => {
    if (missed) slice().refreshFleetLists();
  },
});
