/**
 * A grid of any length: only visible rows are rendered, everything is accessible by keyboard, and nothing is measured while
 * scrolling. Focus stays on the grid; `aria-activedescendant` refers to the active cell.
 */
import { type CSSProperties, type ReactElement, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { CellMenu, type CellMenuPlace } from "./cell-menu.tsx";
import { copyCell, copyColumn, copyRows } from "./copy.ts";
import { RowBlock } from "./row-block.tsx";
import { TableHeaderRow } from "./table-header.tsx";
import { cellId, checkWidth } from "./table-row.tsx";
import { useGridControl } from "./use-grid-control.ts";
import { rowsPerBlock, useRowBlocks } from "./use-row-blocks.ts";
import { useTableColumns } from "./use-table-columns.ts";
import type { VirtualTableProps } from "./virtual-table-props.ts";
import classes from "./virtual-table.module.css";

const headerHeight = 30;

export function VirtualTable<R>(props: VirtualTableProps<R>): ReactElement {
  const { name, rows, list, rowHeight, active, isSelected, isOpen, onAnnounce, rowsToCopy } = props;
  const gridId = useId();
  const [menu, setMenu] = useState<CellMenuPlace | undefined>(undefined);
  const { placed, headers } = useTableColumns(props);
  const { initialOffset, onMoved } = props;
  const { scroller, layer, space, blocks, origin, rowsSeen, offset, scrollTo, show } = useRowBlocks({
    rows: rows.total,
    rowHeight,
    headerHeight,
    initialOffset,
    onMoved,
  });

  const visibleList = useRef(list);
  useEffect(() => {
    if (visibleList.current === list) return;
    visibleList.current = list;
    scrollTo(0);
  }, [list, scrollTo]);

  const copy = (extent: "cell" | "rows" | "column", column = active?.column ?? placed[0]?.id): void => {
    const row = active === undefined ? undefined : rows.at(active.row);
    const model = placed.find(({ id }) => id === column);
    const loaded = rowsToCopy();
    const copied = loaded.length > 0 || row === undefined ? loaded : [row];
    const selected = loaded.length > 0 ? props.selectedCount : 0;
    if (extent === "rows") void copyRows(placed, copied, selected).then(onAnnounce);
    else if (extent === "column" && model !== undefined) void copyColumn(model, copied, selected).then(onAnnounce);
    else if (model !== undefined && row !== undefined) void copyCell(model, row).then(onAnnounce);
  };
  const control = useGridControl({
    ...props,
    columns: placed,
    rowsSeen: rowsSeen,
    show,
    onMenu: setMenu,
    onCopy: copy,
  });

  const width = placed.reduce((sum, { size }) => sum + size, checkWidth);
  const template = `${checkWidth}px ${placed.map(({ size }) => `${size}px`).join(" ")} 1fr`;
  const style = useMemo(
    () => ({ "--columns": template, "--width": `${width}px`, "--row": `${rowHeight}px` }) as CSSProperties,
    [template, width, rowHeight],
  );
  const activeColumn = active?.column ?? placed[0]?.id;
  const activeBlock = active === undefined ? -1 : Math.floor(active.row / rowsPerBlock);
  const inSight = blocks.some(({ index }) => index === activeBlock);
  const focused = useCallback(() => {
    // On keyboard focus without an active cell, the first visible row becomes active.
    if (active === undefined && rows.total > 0)
      props.onActive({ row: Math.ceil(offset() / rowHeight), column: undefined });
  }, [active, rows.total, props, offset, rowHeight]);

  return (
    <div className={classes["frame"]}>
      <div
        aria-activedescendant={
          inSight && active !== undefined && activeColumn !== undefined
            ? cellId(gridId, active.row, activeColumn)
            : undefined
        }
        aria-busy={props.stale}
        aria-colcount={placed.length + 1}
        aria-label={name}
        aria-multiselectable
        aria-rowcount={rows.total + 1}
        className={classes["grid"]}
        data-list={list}
        data-pane-focus=""
        data-stale={props.stale ? "" : undefined}
        onClick={control.onClick}
        onContextMenu={control.onContextMenu}
        onFocus={focused}
        onKeyDown={control.onKeyDown}
        ref={scroller}
        role="grid"
        style={style}
        tabIndex={0}
      >
        <TableHeaderRow
          {...props}
          headers={headers}
          onCopyColumn={(column) => copy("column", column)}
          placed={placed}
        />
        <div className={classes["range"]} role="rowgroup" style={{ height: space.range }}>
          <div className={classes["layer"]} ref={layer} role="presentation">
            {blocks.map((block) => (
              <RowBlock
                active={block.index === activeBlock ? active : undefined}
                block={block.index}
                columns={placed}
                gridId={gridId}
                isOpen={isOpen}
                isSelected={isSelected}
                key={block.index % recycled}
                rows={rows}
                top={block.start - origin}
              />
            ))}
          </div>
        </div>
      </div>
      <CellMenu
        at={menu}
        onClose={() => setMenu(undefined)}
        onCopy={copy}
        onOpen={() => active !== undefined && props.onOpen(active.row)}
        rows={menu === undefined ? 0 : rowsToCopy().length}
      />
    </div>
  );
}

/** Unmounted blocks are recycled; more than fit on any screen. */
const recycled = 16;
