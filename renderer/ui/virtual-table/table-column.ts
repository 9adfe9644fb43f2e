/** Column and row types of the grid, its props and callbacks. */
import type { ReactNode } from "react";
import type { KeyPress } from "../../lib/grid-keys.ts";
import type { ColumnLayout } from "./column-layout.ts";

export interface TableColumn<R> {
  readonly id: string;
  readonly title: string;
  /** Default width in pixels. */
  readonly width: number;
  readonly align?: "start" | "end";
  /** Monospaced, for identifiers. */
  readonly mono?: boolean;
  readonly sortable: boolean;
  /** Cell content. Only called for rendered rows. */
  readonly render: (row: R) => ReactNode;
  /** Text for copying: the whole value. */
  readonly text: (row: R) => string;
}

/** The rows of a grid; only some of them may be loaded. */
export interface TableRows<R> {
  readonly total: number;
  readonly at: (index: number) => R | undefined;
  /** Changes whenever a visible row may have changed. */
  readonly version: unknown;
}

export interface SortBy {
  readonly field: string;
  readonly descending: boolean;
}

/** The active cell of the grid. */
export interface ActiveCell {
  readonly row: number;
  readonly column: string | undefined;
}

export interface VirtualTableProps<R> {
  /** Accessible name of the list. */
  readonly name: string;
  readonly rows: TableRows<R>;
  readonly rowId: (row: R) => string;
  /** Identity of the list: a change scrolls to the top. */
  readonly list: string;
  readonly rowHeight: 28 | 36;
  readonly columns: readonly TableColumn<R>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly sort: readonly SortBy[];
  readonly onSort: (sort: readonly SortBy[]) => void;
  readonly active: ActiveCell | undefined;
  readonly onActive: (active: ActiveCell) => void;
  /** Scroll offset in pixels on mount. */
  readonly initialOffset: number;
  /** Called after scrolling with the offset, and the first and last visible row. */
  readonly onMoved: (offset: number, first: number, last: number) => void;
  readonly isSelected: (row: R) => boolean;
  readonly isOpen: (row: R) => boolean;
  readonly selected: "none" | "some" | "all";
  readonly onToggle: (index: number) => void;
  /** Called with the row at which the next range starts. */
  readonly onAnchor: (index: number) => void;
  /** Selects from the anchor to a row; `start` is the anchor if none is set. */
  readonly onRange: (to: number, start: number) => void;
  readonly onSelectAll: () => void;
  readonly onOpen: (index: number) => void;
  readonly onLeave: () => void;
  /** The items of the context menu for the active row, above those of the cell. */
  readonly renderMenu: () => ReactNode;
  /** A key that the grid itself does not handle; true if it acted on the active row. */
  readonly onRowKey: (press: KeyPress) => boolean;
  /** Rows that "copy rows" applies to. */
  readonly rowsToCopy: () => readonly R[];
  /** Number of selected rows, including those that are not loaded. */
  readonly selectedCount: number;
  readonly onAnnounce: (sentence: string) => void;
  /** The rows belong to an earlier query. */
  readonly stale: boolean;
}
