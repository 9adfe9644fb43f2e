/** One row of the grid, memoised. */
import { t } from "#shared/texts/text.ts";
import { type CSSProperties, memo, type ReactElement } from "react";
import type { PlacedColumn } from "./use-table-columns.ts";
import classes from "./virtual-table.module.css";

export interface TableRowProps<R> {
  readonly gridId: string;
  readonly index: number;
  /** Undefined while loading. */
  readonly row: R | undefined;
  readonly columns: readonly PlacedColumn<R>[];
  readonly selected: boolean;
  readonly open: boolean;
  /** Column of the active cell if it is in this row. */
  readonly activeColumn: string | undefined;
}

/** Element id of a cell, for `aria-activedescendant`. */
export function cellId(gridId: string, index: number, column: string): string {
  return `${gridId}-${index}-${column}`;
}

export function pinStyle(pinnedAt: number | undefined): CSSProperties | undefined {
  return pinnedAt === undefined ? undefined : { left: pinnedAt + checkWidth };
}

/** Width of the checkbox column. */
export const checkWidth = 40;

function Row<R>(props: TableRowProps<R>): ReactElement {
  const { gridId, index, row, columns, selected, open, activeColumn } = props;
  return (
    <div
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={classes["row"]}
      data-active={activeColumn === undefined ? undefined : ""}
      data-open={open ? "" : undefined}
      data-row={index}
      role="row"
    >
      <div aria-colindex={1} className={classes["check"]} data-column="" role="gridcell">
        <i
          aria-label={selected ? t(($) => $.shell.table.selected) : t(($) => $.shell.table.notSelected)}
          className={classes["box"]}
          role="img"
        />
      </div>
      {columns.map((column, position) => (
        <div
          aria-colindex={position + 2}
          className={classes["cell"]}
          data-active={activeColumn === column.id ? "" : undefined}
          data-align={column.align}
          data-column={column.id}
          data-mono={column.mono === true ? "" : undefined}
          data-pinned={column.pinnedAt === undefined ? undefined : ""}
          id={activeColumn === column.id ? cellId(gridId, index, column.id) : undefined}
          key={column.id}
          role="gridcell"
          style={pinStyle(column.pinnedAt)}
        >
          {row === undefined ? <span className={classes["waiting"]} /> : column.render(row)}
        </div>
      ))}
    </div>
  );
}

export const TableRow = memo(Row) as typeof Row;
