/** A block of rows, the unit of virtualisation. */
import { memo, type ReactElement } from "react";
import type { ActiveCell, TableRows } from "./table-column.ts";
import { TableRow } from "./table-row.tsx";
import { rowsPerBlock } from "./use-row-blocks.ts";
import type { PlacedColumn } from "./use-table-columns.ts";
import classes from "./virtual-table.module.css";

export interface RowBlockProps<R> {
  readonly gridId: string;
  readonly block: number;
  /** Offset in pixels from the first visible block. */
  readonly top: number;
  readonly rows: TableRows<R>;
  readonly columns: readonly PlacedColumn<R>[];
  readonly isSelected: (row: R) => boolean;
  readonly isOpen: (row: R) => boolean;
  /** Only if it is in this block. */
  readonly active: ActiveCell | undefined;
}

function Block<R>(props: RowBlockProps<R>): ReactElement {
  const { gridId, block, top, rows, columns, isSelected, isOpen, active } = props;
  const first = block * rowsPerBlock;
  const count = Math.min(rowsPerBlock, rows.total - first);
  return (
    <div className={classes["block"]} role="presentation" style={{ transform: `translateY(${top}px)` }}>
      {Array.from({ length: Math.max(0, count) }, (_, offset) => {
        const index = first + offset;
        const row = rows.at(index);
        return (
          <TableRow
            activeColumn={active?.row === index ? (active.column ?? columns[0]?.id) : undefined}
            columns={columns}
            gridId={gridId}
            index={index}
            key={offset}
            open={row !== undefined && isOpen(row)}
            row={row}
            selected={row !== undefined && isSelected(row)}
          />
        );
      })}
    </div>
  );
}

export const RowBlock = memo(Block) as typeof Block;
