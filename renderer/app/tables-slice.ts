/** Selection, active cell and position of every table, by the table's id; preserved while its page is closed. */
import { nothingSelected, type Selection } from "../lib/selection.ts";
import type { RowPlace } from "../lib/row-place.ts";
import type { SliceCreator } from "../lib/slice.ts";

export interface TableState {
  readonly selection: Selection;
  readonly active: (RowPlace<string> & { readonly column: string | undefined }) | undefined;
}

interface TablePlace {
  /** Scroll offset in pixels. */
  readonly offset: number;
  /** Index of the first visible row. */
  readonly row: number;
}

export interface TablesSlice {
  readonly tables: Readonly<Record<string, TableState>>;
  readonly changeTable: (id: string, change: Partial<TableState>) => void;
  /** Outside the store's state, since it changes on every frame. */
  readonly tablePlace: (id: string) => TablePlace;
  readonly saveTablePlace: (id: string, place: TablePlace) => void;
}

export const emptyTable: TableState = { selection: nothingSelected, active: undefined };

export const createTablesSlice: SliceCreator<TablesSlice> = (set) => {
  const places = new Map<string, TablePlace>();
  return {
    tables: {},
    changeTable: (id, change) =>
      set(({ tables }) => ({ tables: { ...tables, [id]: { ...(tables[id] ?? emptyTable), ...change } } })),
    tablePlace: (id) => places.get(id) ?? { offset: 0, row: 0 },
    saveTablePlace: (id, place) => void places.set(id, place),
  };
};

/** The endpoints that are selected one by one in the endpoint list of a connection. */
export function selectedEndpoints(tables: TablesSlice["tables"], connection: string): string[] {
  const selection = tables[`fleet/endpoint ${connection}`]?.selection;
  return selection?.kind === "some" ? [...selection.ids] : [];
}
