/**
 * State of the fleet lists: query, live rows, completeness. The rows are in `fleetWindow`, outside the store, since they are many
 * and change on every scroll; selection and position are in `app/tables-slice.ts`.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { emptyFilter, type FilterState } from "../../lib/filter-state.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
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

/** Rows that were read from the service on request. */
export interface LiveResult {
  /** Identity of their query. */
  readonly key: string;
  readonly items: readonly FleetRow[];
  readonly total: number | undefined;
  readonly complete: boolean;
  readonly asOf: number;
  readonly warnings: readonly CodedText[];
}

export interface FleetList extends FilterState {
  readonly live: AsyncState<LiveResult>;
  readonly completeness: Completeness | undefined;
  /** The query of the address when the list was left. */
  readonly left: Readonly<Record<string, string>>;
}

export interface FleetSlice {
  readonly fleetLists: Readonly<Record<string, FleetList>>;
  readonly isFleetChartOpen: boolean;
  readonly fleetWindow: (name: ListName) => PagedList<FleetRow>;
  readonly changeFleetList: (name: ListName, change: Partial<FleetList>) => void;
  readonly loadFleetCompleteness: (name: ListName) => Promise<void>;
  readonly setFleetCompleteness: (name: ListName, completeness: Completeness) => void;
  readonly queryFleetLive: (name: ListName, question: ListQuery) => Promise<void>;
  readonly setFleetChartOpen: (open: boolean) => void;
}

export const emptyFleetList: FleetList = {
  ...emptyFilter,
  live: idle,
  completeness: undefined,
  left: {},
};

/** Maximum number of rows of a live query. */
const liveLimit = 1000;

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

export const createFleetSlice: SliceCreator<FleetSlice> = (set, get) => {
  const windows = new Map<string, PagedList<FleetRow>>();
  const slice: FleetSlice = {
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
    loadFleetCompleteness: async (name) => {
      slice.setFleetCompleteness(name, await fleet.fleet.completeness(name));
    },
    setFleetCompleteness: (name, completeness) => {
      const before = get().fleetLists[listKey(name)]?.completeness;
      if (JSON.stringify(before) !== JSON.stringify(completeness)) slice.changeFleetList(name, { completeness });
    },
    queryFleetLive: async (name, question) => {
      const before = get().fleetLists[listKey(name)]?.live ?? idle;
      slice.changeFleetList(name, { live: loading(before) });
      const { filter, sort } = question;
      try {
        const { total, ...rest } = await fleet.fleet.listLive({ ...name, filter, sort, limit: liveLimit });
        const answer = { ...rest, total, key: listQueryKey(question) };
        slice.changeFleetList(name, { live: ready(answer) });
      } catch (error) {
        slice.changeFleetList(name, { live: failed(before, error) });
      }
    },
    setFleetChartOpen: (isFleetChartOpen) => set({ isFleetChartOpen }),
  };
  return slice;
};

/** Replaces the selection of a list from another page, and clears its filter. */
export function selectInFleet(store: FleetSlice & TablesSlice, name: ListName, ids: readonly string[]): void {
  store.changeFleetList(name, { ...emptyFilter, left: {}, live: idle });
  store.changeTable(fleetTableId(name), { selection: selectionOf(ids) });
}

export function fleetRowQuery(
  name: ListName,
  question: ListQuery,
  onCompleteness: FleetSlice["setFleetCompleteness"],
): RowQuery<FleetRow> {
  const { filter, sort, audience } = question;
  const query = { ...name, filter, audience };
  const whole = !isNarrowed(question);
  return {
    key: listQueryKey(question),
    source: {
      page: async (request, signal) => {
        const { items, nextCursor, completeness } = await fleet.fleet.list({ ...query, ...request, sort }, signal);
        onCompleteness(name, completeness);
        return { items, nextCursor, hint: whole ? completeness.unique : undefined };
      },
      count: async (signal) => (await fleet.fleet.count(query, signal)).total,
      countAmong: async (ids, signal) => (await fleet.fleet.count({ ...query, ids: [...ids] }, signal)).total,
    },
  };
}

export const fleetTopics: SliceTopics<FleetSlice> = (slice) => {
  const again = (name: ListName): void => {
    if (slice().fleetLists[listKey(name)] === undefined) return;
    slice().fleetWindow(name).refresh();
  };
  return {
    "fleet.changed": again,
    "fleet.syncEnded": again,
    "shell.visibility": ({ missed }) => {
      if (!missed) return;
      for (const key of Object.keys(slice().fleetLists)) {
        const cut = key.indexOf(" ");
        again({ collection: key.slice(0, cut) as Collection, connection: key.slice(cut + 1) });
      }
    },
  };
};
