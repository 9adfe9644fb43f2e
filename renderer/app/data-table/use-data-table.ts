/**
 * A long list as a table: its rows, layout, position and selection, the same on every page. Render the result with
 * `<VirtualTable {...table.grid} />` and `<SelectionStatus table={table} />`.
 */
import { createElement, useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSettings } from "../../data/settings.ts";
import type { PagedListState, RowQuery } from "../../lib/data-source.ts";
import type { RowTotal } from "../../lib/page-cache.ts";
import type { PagedList } from "../../lib/paged-list.ts";
import { followRow } from "../../lib/row-place.ts";
import {
  coverage,
  forQuery,
  idsNotIn,
  isSelected,
  nothingSelected,
  selectedCount,
  type Selection,
} from "../../lib/selection.ts";
import { readSelectedIds, readSelectedRows, type SelectableRows, TableSelection } from "../../lib/table-selection.ts";
import { cellsOf, copyTable } from "../../ui/virtual-table/copy.ts";
import type { TableColumn, TableRows, VirtualTableProps } from "../../ui/virtual-table/table-column.ts";
import type { RowTarget } from "../actions/row-actions.ts";
import { RowMenuItems, runRowKey } from "../actions/row-controls.tsx";
import { useFleetdesk } from "../store/store.ts";
import { emptyTable, type TableState } from "../tables-slice.ts";
import type { SavedLayout } from "./use-saved-layout.ts";

/** Rows shown in place of the list's, such as a live result. */
export interface FixedRows<R> {
  readonly key: string;
  readonly items: readonly R[];
}

export interface DataTableOptions<R> extends Pick<VirtualTableProps<R>, "columns"> {
  /** Identity under which selection, active cell and position are saved. */
  readonly id: string;
  /** Accessible name of the list. */
  readonly name: string;
  readonly list: PagedList<R>;
  readonly query: RowQuery<R>;
  readonly fixedRows?: FixedRows<R>;
  readonly rowId: (row: R) => string;
  /** By default, the text of the first column. */
  readonly nameOf?: (row: R) => string;
  readonly savedLayout: SavedLayout;
  readonly sort?: VirtualTableProps<R>["sort"];
  readonly onSort?: VirtualTableProps<R>["onSort"];
  /** Id of the row whose detail is open. */
  readonly openId: string | undefined;
  readonly onOpen: (row: R) => void;
  /** Closes the open detail; undefined if none is open. */
  readonly onClose: (() => void) | undefined;
  readonly connection: string;
  /** What the actions on rows apply to; also called without any row. */
  readonly rowTarget: (rows: TargetRows<R>) => Omit<RowTarget, "connection" | "copy" | "count" | "open">;
  /** What JSON contains of a row; by default, the row. */
  readonly dataOf?: (row: R) => unknown;
}

/** The rows that an action applies to: the selected ones, or the active one. */
export interface TargetRows<R> {
  /** Undefined: only the active row. */
  readonly selection: Selection | undefined;
  /** Id of the only row. */
  readonly id: string | undefined;
  /** The only row, if it is loaded. */
  readonly row: R | undefined;
  /** Column of the active cell. */
  readonly column: string | undefined;
  /** Every row; reads those that are not loaded. Throws `selection-too-large`. */
  readonly read: () => Promise<readonly R[]>;
  readonly ids: () => Promise<readonly string[]>;
}

export interface DataTable<R> {
  readonly grid: VirtualTableProps<R>;
  readonly state: PagedListState;
  /** Number of rows, including fixed ones. */
  readonly total: RowTotal;
  readonly selection: Selection;
  /** Number of selected rows that the list does not show; undefined while unknown. */
  readonly hidden: number | undefined;
  readonly selectMatching: () => void;
  readonly clearSelection: () => void;
  /** What the toolbar applies to: the selected rows, else the active one. */
  readonly target: RowTarget;
  /** Id of the active row, if the toolbar applies to it. */
  readonly targetRow: string | undefined;
  /** The active row in a few words, while none is selected. */
  readonly activeName: string | undefined;
  /** Every selected id; reads the list if all that match are selected. Throws `selection-too-large`. */
  readonly selectedIds: () => Promise<string[]>;
  /** Queries the rows again after a failure. */
  readonly reload: () => void;
}

export function useDataTable<R>(options: DataTableOptions<R>): DataTable<R> {
  const { id, list, query, fixedRows, rowId, savedLayout, openId, onOpen, onClose } = options;
  const state = useSyncExternalStore(list.subscribe, list.state);
  const { selection: saved } = useFleetdesk((store) => store.tables[id] ?? emptyTable);
  const compact = useSettings(({ density }) => density) !== "comfortable";
  const change = useFleetdesk((store) => store.changeTable);
  const announce = useFleetdesk((store) => store.announce);
  const place = useFleetdesk((store) => store.tablePlace);
  const savePlace = useFleetdesk((store) => store.saveTablePlace);

  const load = useCallback(() => {
    const { visibleKey } = list.state();
    // An unchanged query restores the position; a new one starts at the top.
    list.query(query, visibleKey === undefined || visibleKey === query.key ? place(id).row : 0);
  }, [list, query, id, place]);
  useEffect(load, [load]);
  useEffect(() => () => list.suspend(), [list]);

  // "All that match" belongs to its query, and never to fixed rows.
  const selection = fixedRows !== undefined && saved.kind === "matching" ? nothingSelected : forQuery(saved, query.key);
  useEffect(() => {
    if (selection !== saved) change(id, { selection });
  }, [change, id, saved, selection]);

  const { rows, stale } = useSelectableRows(options, state);
  const { active, onActive } = useActiveCell(options, rows);
  const tableRows = useMemo((): TableRows<R> => ({ total: rows.total.value, at: rows.at, version: rows }), [rows]);

  const commands = useMemo(
    () =>
      new TableSelection<R>({
        rowId,
        get: () => useFleetdesk.getState().tables[id]?.selection ?? nothingSelected,
        set: (next) => change(id, { selection: next }),
        announce,
        warn: (title) => useFleetdesk.getState().notify({ title, text: "", tone: "plain", hint: true }),
      }),
    [id, rowId, change, announce],
  );
  useLayoutEffect(() => commands.setRows(rows), [commands, rows]);
  const isRowSelected = useCallback((row: R) => isSelected(selection, rowId(row)), [selection, rowId]);
  const isOpen = useCallback((row: R) => rowId(row) === openId, [rowId, openId]);
  const onMoved = useCallback(
    (offset: number, first: number, last: number) => {
      commands.setVisibleRange(first, last);
      savePlace(id, { offset, row: first });
      list.setVisibleRange(first, last);
    },
    [commands, savePlace, id, list],
  );
  const initialOffset = useMemo(() => place(id).offset, [place, id]);
  const hidden = useHiddenCount(
    selection,
    rows,
    fixedRows === undefined && (stale || state.visibleKey === undefined),
    query,
    rowId,
  );
  const activeRow = active === undefined ? undefined : rows.at(active.row);
  const isActiveSelected = activeRow !== undefined && isSelected(selection, rowId(activeRow));
  const targetOf = (isSelection: boolean): RowTarget =>
    rowTargetOf(
      options,
      { selection, row: activeRow, column: active?.column },
      isSelection ? () => commands.loadedRows() : undefined,
    );
  return {
    target: targetOf(selectedCount(selection) > 0),
    targetRow: selectedCount(selection) > 0 ? undefined : active?.id,
    activeName: activeRow && (options.nameOf ?? visibleColumns(options)[0]?.text)?.(activeRow),
    grid: {
      active,
      columns: options.columns,
      initialOffset,
      isOpen,
      isSelected: isRowSelected,
      layout: savedLayout.layout,
      list: fixedRows === undefined ? (state.visibleKey ?? "") : `fixed ${fixedRows.key}`,
      name: options.name,
      onActive,
      onAnchor: (index) => commands.setAnchor(index),
      onAnnounce: announce,
      onLayout: savedLayout.setLayout,
      onLeave: onClose ?? commands.clear,
      onMoved,
      onOpen: (index) => {
        const row = rows.at(index);
        if (row !== undefined) onOpen(row);
      },
      onRange: (to, start) => void commands.selectRange(to, start),
      onSelectAll: () => commands.selectAll(),
      onSort: options.onSort ?? unsorted,
      onToggle: (index) => void commands.toggle(index),
      onRowKey: (press) => runRowKey(press, targetOf(isActiveSelected)),
      renderMenu: () => createElement(RowMenuItems, { target: targetOf(isActiveSelected) }),
      rowId,
      rowHeight: compact ? 28 : 36,
      rows: tableRows,
      rowsToCopy: () => commands.loadedRows(),
      selected: coverage(selection, hidden, rows.total),
      selectedCount: selectedCount(selection),
      sort: options.sort ?? noSort,
      stale,
    },
    state,
    total: rows.total,
    selection,
    hidden,
    selectMatching: () => commands.selectMatching(),
    clearSelection: commands.clear,
    selectedIds: async () => await readSelectedIds(selection, query, rowId),
    reload: load,
  };
}

function visibleColumns<R>({ columns, savedLayout }: DataTableOptions<R>): readonly TableColumn<R>[] {
  return savedLayout.layout.flatMap(({ field }) => columns.find(({ id }) => id === field) ?? []);
}

/** What actions apply to: the selection, of which `loadedRows` are the loaded rows, or else the active row. */
function rowTargetOf<R>(
  options: DataTableOptions<R>,
  active: { readonly selection: Selection; readonly row: R | undefined; readonly column: string | undefined },
  loadedRows: (() => readonly R[]) | undefined,
): RowTarget {
  const { selection } = active;
  const { rowId, query, connection, onOpen, dataOf = asIs } = options;
  const loaded = loadedRows ?? ((): readonly R[] => (active.row === undefined ? [] : [active.row]));
  const count = loadedRows === undefined ? loaded().length : selectedCount(selection);
  const row = count === 1 ? loaded()[0] : undefined;
  const named = loadedRows !== undefined && selection.kind === "some" ? [...selection.ids][0] : undefined;
  const target = options.rowTarget({
    selection: loadedRows === undefined ? undefined : selection,
    id: count === 1 ? (named ?? (row && rowId(row))) : undefined,
    row,
    column: active.column,
    read: async () => (loaded().length === count ? loaded() : await readSelectedRows(selection, query, rowId)),
    ids: async () => (loadedRows === undefined ? loaded().map(rowId) : await readSelectedIds(selection, query, rowId)),
  });
  return {
    ...target,
    connection,
    count,
    open: row === undefined ? undefined : () => onOpen(row),
    copy:
      count === 0
        ? undefined
        : async (format) =>
            await copyTable(format, cellsOf(visibleColumns(options), loaded()), loaded().map(dataOf), count),
  };
}

const asIs = (row: unknown): unknown => row;
const noSort: VirtualTableProps<unknown>["sort"] = [];
const unsorted = (): void => undefined;

function selectableRows<R>({ key, items }: FixedRows<R>): SelectableRows<R> {
  return {
    key,
    total: { value: items.length, exact: true },
    at: (index) => items[index],
    entries: () => items.entries(),
    read: async (first, last) => await Promise.resolve(items.slice(first, last + 1)),
    fixed: true,
  };
}

/** The fixed rows, or those of the list; stale while they belong to a former query. */
function useSelectableRows<R>(
  { list, query, fixedRows }: DataTableOptions<R>,
  state: PagedListState,
): { readonly rows: SelectableRows<R>; readonly stale: boolean } {
  const stale =
    fixedRows === undefined
      ? state.visibleKey !== undefined && state.visibleKey !== query.key
      : fixedRows.key !== query.key;
  const rows = useMemo((): SelectableRows<R> => {
    if (fixedRows !== undefined) return selectableRows(fixedRows);
    return {
      key: state.visibleKey ?? query.key,
      total: stale ? { value: state.total.value, exact: false } : state.total,
      at: (index) => list.at(index),
      entries: () => list.entries(),
      read: async (first, last, signal) => await list.read(first, last, signal),
      fixed: false,
    };
  }, [list, state, stale, query.key, fixedRows]);
  return { rows, stale };
}

/** The active cell, which stays on its row while the rows change. */
function useActiveCell<R>(
  { id, rowId }: DataTableOptions<R>,
  rows: SelectableRows<R>,
): Pick<TableState, "active"> & Pick<VirtualTableProps<R>, "onActive"> {
  const saved = useFleetdesk((store) => store.tables[id]?.active);
  const change = useFleetdesk((store) => store.changeTable);
  const active = useMemo(() => {
    const place = saved && followRow(saved, rows, rowId);
    return place === saved ? saved : saved && { ...saved, ...place };
  }, [saved, rows, rowId]);
  useEffect(() => {
    if (active !== saved) change(id, { active });
  }, [change, id, active, saved]);
  return {
    active,
    onActive: (next) => {
      const row = rows.at(next.row);
      change(id, { active: { ...next, id: row && rowId(row) } });
    },
  };
}

/** Number of selected rows that the list does not show, counted by the source where the loaded rows do not determine it. */
function useHiddenCount<R>(
  selection: Selection,
  rows: SelectableRows<R>,
  stale: boolean,
  { key: queryKey, source }: RowQuery<R>,
  rowId: (row: R) => string,
): number | undefined {
  const { hidden, open } = useMemo(() => {
    const loaded = new Set(stale ? [] : [...rows.entries()].map(([, row]) => rowId(row)));
    return idsNotIn(selection, loaded, stale ? { ...rows.total, exact: false } : rows.total);
  }, [rows, rowId, selection, stale]);
  const openKey = open.join(" ");
  const key = `${queryKey} ${openKey}`;
  const [result, setResult] = useState<{ readonly key: string; readonly absent: number }>();
  useEffect(() => {
    if (openKey === "" || stale || source.countAmong === undefined) return undefined;
    const abort = new AbortController();
    const ids = openKey.split(" ");
    source
      .countAmong(ids, abort.signal)
      .then((present) => setResult({ key, absent: ids.length - present }))
      // Aborted, or the list itself reports why it cannot be read: the number stays unknown.
      .catch(() => undefined);
    return () => abort.abort();
  }, [key, openKey, source, stale]);
  if (openKey === "") return hidden.length;
  return result?.key === key ? hidden.length + result.absent : undefined;
}
