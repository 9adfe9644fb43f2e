/** TanStack Table as the column model: order, widths during a drag, pins and sort keys. Rows are not passed to it. */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  type columnResizingState,
  columnSizingFeature,
  columnVisibilityFeature,
  type Header,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useRef, useState } from "react";
import { type ColumnLayout, narrowestColumn, withWidth } from "./column-layout.ts";
import type { SortBy, TableColumn } from "./table-column.ts";

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

export type TableHeader<R> = Header<typeof features, R & object>;

/** A column with its current layout. */
export interface PlacedColumn<R> extends TableColumn<R> {
  readonly size: number;
  /** Distance from the left edge in pixels if pinned; undefined for a scrolling column. */
  readonly pinnedAt: number | undefined;
}

export interface TableColumnsInput<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly sort: readonly SortBy[];
  readonly onSort: (sort: readonly SortBy[]) => void;
}

export interface TableColumns<R> {
  readonly placed: readonly PlacedColumn<R>[];
  readonly headers: readonly TableHeader<R>[];
  readonly resizing: boolean;
}

const atRest: columnResizingState = {
  columnSizingStart: [],
  deltaOffset: null,
  deltaPercentage: null,
  isResizingColumn: false,
  startOffset: null,
  startSize: null,
};

function updated<T>(updater: Updater<T>, before: T): T {
  return typeof updater === "function" ? (updater as (before: T) => T)(before) : updater;
}

export function useTableColumns<R>(input: TableColumnsInput<R>): TableColumns<R> {
  const { columns, layout, onLayout, sort, onSort } = input;
  const [resizing, setResizing] = useState(atRest);
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({});
  // The library reports the end of a drag in three updates within one event; this ref has the latest one.
  const latest = useRef({ resizing, dragged });
  latest.current = { resizing, dragged };

  const definitions = useMemo(
    () =>
      columns.map(({ id, title, width, sortable, text }) => ({
        id,
        header: title,
        accessorFn: (row: R & object) => text(row),
        size: width,
        minSize: narrowestColumn,
        enableSorting: sortable,
        sortDescFirst: false,
      })),
    [columns],
  );
  const state = useMemo(() => {
    const visibleFields = new Set(layout.map(({ field }) => field));
    const widths = layout.flatMap(({ field, width }) => (width === undefined ? [] : [[field, width] as const]));
    return {
      columnOrder: layout.map(({ field }) => field),
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, visibleFields.has(id)])),
      columnSizing: { ...Object.fromEntries(widths), ...dragged },
      columnPinning: { start: layout.filter(({ pinned }) => pinned === true).map(({ field }) => field), end: [] },
      columnResizing: resizing,
      sorting: sort.map(({ field, descending }) => ({ id: field, desc: descending })),
    };
  }, [columns, layout, dragged, resizing, sort]);

  const table = useTable<typeof features, R & object>({
    features,
    columns: definitions,
    data: noRows as (R & object)[],
    state,
    manualSorting: true,
    maxMultiSortColCount: 4,
    columnResizeMode: "onChange",
    onSortingChange: (updater: Updater<SortingState>) =>
      onSort(updated(updater, state.sorting).map(({ id, desc }) => ({ field: id, descending: desc }))),
    onColumnSizingChange: (updater) => {
      const next = updated(updater, { ...state.columnSizing, ...latest.current.dragged });
      latest.current = { ...latest.current, dragged: next };
      setDragged(next);
    },
    onColumnResizingChange: (updater) => {
      const { resizing: before, dragged: widths } = latest.current;
      const next = updated(updater, before);
      latest.current = { ...latest.current, resizing: next };
      setResizing(next);
      if (before.isResizingColumn === false || next.isResizingColumn !== false) return;
      const field = before.isResizingColumn;
      const width = widths[field];
      setDragged({});
      if (width !== undefined) onLayout(withWidth(layout, field, width));
    },
  });

  const placed = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return table.getVisibleLeafColumns().flatMap((column): PlacedColumn<R>[] => {
      const definition = byId.get(column.id);
      const pinned = column.getIsPinned() !== false;
      const pinnedAt = pinned ? column.getStart("start") : undefined;
      return definition === undefined ? [] : [{ ...definition, size: column.getSize(), pinnedAt }];
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the table object is stable; its inputs decide
  }, [columns, state]);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return { placed, headers, resizing: resizing.isResizingColumn !== false };
}

const noRows: readonly object[] = [];
