/** Column headers: sort, move, resize, pin, hide. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPinFilled } from "@tabler/icons-react";
import { type DragEvent, type MouseEvent, type ReactElement, useState } from "react";
import { type ColumnLayout, withMoved, withPin, withStep, withVisibility, withWidth } from "./column-layout.ts";
import { checkWidth, pinStyle } from "./table-row.tsx";
import type { PlacedColumn, TableHeader } from "./use-table-columns.ts";
import classes from "./virtual-table.module.css";

export interface TableHeaderProps<R> {
  readonly headers: readonly TableHeader<R>[];
  readonly placed: readonly PlacedColumn<R>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly onCopyColumn: (column: string) => void;
  /** Of the loaded rows. */
  readonly selected: "none" | "some" | "all";
  readonly onSelectAll: () => void;
}

const dragged = "application/x-fleetdesk-column";

export function TableHeaderRow<R>(props: TableHeaderProps<R>): ReactElement {
  const { headers, placed, layout, onLayout, selected, onSelectAll } = props;
  const drop = (event: DragEvent, before: string): void => {
    event.preventDefault();
    const field = event.dataTransfer.getData(dragged);
    if (field !== "") onLayout(withMoved(layout, field, before));
  };
  return (
    <div className={classes["header"]} role="rowgroup">
      <div aria-rowindex={1} className={classes["row"]} role="row">
        <div aria-colindex={1} className={classes["check"]} role="columnheader" style={{ width: checkWidth }}>
          <button
            aria-label={
              selected === "all" ? t(($) => $.shell.table.clearSelection) : t(($) => $.shell.table.selectLoaded)
            }
            className={classes["box-button"]}
            onClick={onSelectAll}
            tabIndex={-1}
            type="button"
          >
            <i aria-hidden="true" className={classes["box"]} data-state={selected} />
          </button>
        </div>
        {placed.map((column, position) => {
          const header = headers.find(({ column: { id } }) => id === column.id);
          return header === undefined ? undefined : (
            <HeadCell {...props} column={column} header={header} key={column.id} onDrop={drop} position={position} />
          );
        })}
      </div>
    </div>
  );
}

interface HeadCellProps<R> extends TableHeaderProps<R> {
  readonly column: PlacedColumn<R>;
  readonly header: TableHeader<R>;
  readonly position: number;
  readonly onDrop: (event: DragEvent, before: string) => void;
}

const directions = { asc: "ascending", desc: "descending" } as const;

function HeadCell<R>({
  column,
  header,
  position,
  layout,
  onLayout,
  onCopyColumn,
  onDrop,
}: HeadCellProps<R>): ReactElement {
  const [menu, setMenu] = useState(false);
  const { column: model } = header;
  const sorted = model.getIsSorted();
  const index = model.getSortIndex();
  const resize = header.getResizeHandler();
  return (
    <div
      aria-colindex={position + 2}
      aria-sort={column.sortable ? (sorted === false ? ("none" as const) : directions[sorted]) : undefined}
      className={classes["head"]}
      data-align={column.align}
      data-pinned={column.pinnedAt === undefined ? undefined : ""}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        setMenu(true);
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragged)) event.preventDefault();
      }}
      onDrop={(event) => onDrop(event, column.id)}
      role="columnheader"
      style={pinStyle(column.pinnedAt)}
      tabIndex={-1}
    >
      <button
        className={classes["title"]}
        data-sorted={sorted === false ? undefined : ""}
        draggable
        onClick={(event) => {
          if (column.sortable) model.toggleSorting(undefined, event.shiftKey);
        }}
        onDragStart={(event) => event.dataTransfer.setData(dragged, column.id)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          // Deferred: otherwise the menu would handle the key event that opened it.
          requestAnimationFrame(() => setMenu(true));
        }}
        title={
          column.sortable
            ? t(($) => $.shell.table.sortBy, { column: column.title })
            : t(($) => $.shell.table.notSortable, { column: column.title })
        }
        type="button"
      >
        {column.pinnedAt === undefined ? undefined : (
          <IconPinFilled aria-label={t(($) => $.shell.table.pinned)} size={10} />
        )}
        <span>{column.title}</span>
        {sorted === "asc" ? <IconArrowUp aria-hidden size={12} /> : undefined}
        {sorted === "desc" ? <IconArrowDown aria-hidden size={12} /> : undefined}
        {sorted !== false && index > 0 ? <sup>{index + 1}</sup> : undefined}
      </button>
      <Menu onChange={setMenu} opened={menu} position="bottom-end">
        <Menu.Target>
          <button
            aria-label={t(($) => $.shell.table.columnMenu, { column: column.title })}
            className={classes["more"]}
            tabIndex={-1}
            type="button"
          >
            <IconChevronDown size={12} />
          </button>
        </Menu.Target>
        <HeaderMenu column={column} layout={layout} model={model} onCopyColumn={onCopyColumn} onLayout={onLayout} />
      </Menu>
      <i
        aria-hidden="true"
        className={classes["resize"]}
        data-resizing={model.getIsResizing() ? "" : undefined}
        onMouseDown={resize}
        onTouchStart={resize}
      />
    </div>
  );
}

interface HeaderMenuProps<R> {
  readonly column: PlacedColumn<R>;
  readonly model: TableHeader<R>["column"];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly onCopyColumn: (column: string) => void;
}

const stepPx = 24;

/** All actions on a column, accessible by keyboard. */
function HeaderMenu<R>({ column, model, layout, onLayout, onCopyColumn }: HeaderMenuProps<R>): ReactElement {
  const { id, size, sortable } = column;
  const pinned = column.pinnedAt !== undefined;
  const alone = layout.length === 1;
  return (
    <Menu.Dropdown>
      {sortable ? (
        <>
          <Menu.Item onClick={() => model.toggleSorting(false)}>{t(($) => $.shell.table.sortAscending)}</Menu.Item>
          <Menu.Item onClick={() => model.toggleSorting(true)}>{t(($) => $.shell.table.sortDescending)}</Menu.Item>
          <Menu.Item disabled={model.getIsSorted() === false} onClick={() => model.clearSorting()}>
            {t(($) => $.shell.table.clearSort)}
          </Menu.Item>
          <Menu.Divider />
        </>
      ) : undefined}
      <Menu.Item onClick={() => onLayout(withPin(layout, id, !pinned))}>
        {pinned ? t(($) => $.shell.table.unpin) : t(($) => $.shell.table.pinLeft)}
      </Menu.Item>
      <Menu.Item onClick={() => onLayout(withStep(layout, id, -1))}>{t(($) => $.shell.table.moveLeft)}</Menu.Item>
      <Menu.Item onClick={() => onLayout(withStep(layout, id, 1))}>{t(($) => $.shell.table.moveRight)}</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onLayout(withWidth(layout, id, size + stepPx))}>
        {t(($) => $.shell.table.wider)}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onLayout(withWidth(layout, id, size - stepPx))}>
        {t(($) => $.shell.table.narrower)}
      </Menu.Item>
      <Menu.Item disabled={alone} onClick={() => onLayout(withVisibility(layout, id, false))}>
        {t(($) => $.shell.table.hide)}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => onCopyColumn(id)}>{t(($) => $.shell.table.copyColumn)}</Menu.Item>
    </Menu.Dropdown>
  );
}
