/** What the grid is given and what it tells. */
import type { ColumnLayout } from "./column-layout.ts";
import type { ActiveCell, SortBy, TableColumn, TableRows } from "./table-column.ts";

export interface VirtualTableProps<R> {
  /** What the list is, for a screen reader. */
  readonly name: string;
  readonly rows: TableRows<R>;
  /** Another value is another list: it begins at its top. */
  readonly list: string;
  readonly rowHeight: 28 | 36;
  readonly columns: readonly TableColumn<R>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly sort: readonly SortBy[];
  readonly onSort: (sort: readonly SortBy[]) => void;
  readonly active: ActiveCell | undefined;
  readonly onActive: (active: ActiveCell) => void;
  /** Pixels of the rows above what is seen when the grid appears. */
  readonly initialOffset: number;
  /** Told after each movement: the offset, and the first and last row in sight. */
  readonly onMoved: (offset: number, first: number, last: number) => void;
  readonly isSelected: (row: R) => boolean;
  readonly isOpen: (row: R) => boolean;
  readonly selected: "none" | "some" | "all";
  readonly onToggle: (index: number) => void;
  readonly onRange: (from: number, to: number) => void;
  readonly onSelectAll: () => void;
  readonly onOpen: (index: number) => void;
  readonly onLeave: () => void;
  /** Rows that "copy rows" means. */
  readonly rowsToCopy: () => readonly R[];
  readonly onAnnounce: (sentence: string) => void;
  /** The rows belong to an older question. */
  readonly stale: boolean;
}
