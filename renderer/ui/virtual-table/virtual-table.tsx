/**
 * A grid of any length: only visible rows are rendered, everything is accessible by keyboard, and nothing is measured while
 * scrolling. Focus stays on the grid; `aria-activedescendant` refers to the active cell.
 */
import {
  type CSSProperties,
  memo,
  type ReactElement,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import { cellsOf, copyCell, copyColumn, copyTable } from "./copy.ts";
import { TableHeaderRow } from "./table-header.tsx";
import { cellId, checkWidth, TableRow } from "./table-row.tsx";
import { rowsPerBlock, useRowBlocks } from "./use-row-blocks.ts";
import { type PlacedColumn, useTableColumns } from "./use-table-columns.ts";
import type { VirtualTableProps, ActiveCell, TableRows } from "./table-column.ts";
import classes from "./virtual-table.module.css";
import { ContextMenu, type MenuPlace } from "../context-menu.tsx";
import { Keys } from "../keys.tsx";
import { useRowMenu } from "../use-row-menu.ts";
import { columnAfter, endKey, gridAction, type RowStep, rowAfter } from "../../lib/grid-keys.ts";

const headerHeight = 30;

export function VirtualTable<R>(props: VirtualTableProps<R>): ReactElement {
  const { name, rows, list, rowHeight, active, isSelected, isOpen, onAnnounce, rowsToCopy } = props;
  const gridId = useId();
  const activeRow = active === undefined ? undefined : rows.at(active.row);
  const [menu, setMenu] = useRowMenu<RowMenu>(activeRow && props.rowId(activeRow));
  const { placed, headers } = useTableColumns(props);
  const { scroller, layer, space, blocks, origin, rowsSeen, offset, scrollTo, show } = useRowBlocks({
    rows: rows.total,
    rowHeight,
    headerHeight,
    initialOffset: props.initialOffset,
    onMoved: props.onMoved,
  });

  const visibleList = useRef(list);
  useEffect(() => {
    if (visibleList.current === list) return;
    visibleList.current = list;
    scrollTo(0);
  }, [list, scrollTo]);

  const copy = (extent: "cell" | "rows" | "column", column = active?.column ?? placed[0]?.id): void => {
    const model = placed.find(({ id }) => id === column);
    const loaded = rowsToCopy();
    const copied = loaded.length > 0 || activeRow === undefined ? loaded : [activeRow];
    const selected = loaded.length > 0 ? props.selectedCount : 0;
    if (extent === "rows") void copyTable("text", cellsOf(placed, copied), copied, selected).then(onAnnounce);
    else if (extent === "column" && model !== undefined) void copyColumn(model, copied, selected).then(onAnnounce);
    else if (model !== undefined && activeRow !== undefined) void copyCell(model, activeRow).then(onAnnounce);
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
  const focused = useFirstActive(props, scroller, offset);

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
      <ContextMenu at={menu} onClose={() => setMenu(undefined)}>
        {() => (
          <>
            {props.renderMenu()}
            <CellItems onCopy={copy} selected={rowsToCopy().length} />
          </>
        )}
      </ContextMenu>
    </div>
  );
}

/** While the grid has the focus, the first visible row becomes active if none is, also when its rows arrive later. */
function useFirstActive<R>(
  { active, rows, rowHeight, onActive }: VirtualTableProps<R>,
  scroller: RefObject<HTMLElement | null>,
  offset: () => number,
): () => void {
  const isWithoutActive = active === undefined && rows.total > 0;
  const focused = (): void => {
    if (isWithoutActive) onActive({ row: Math.ceil(offset() / rowHeight), column: undefined });
  };
  const onRows = useEffectEvent(focused);
  useEffect(() => {
    if (isWithoutActive && document.activeElement === scroller.current) onRows();
  }, [isWithoutActive, scroller]);
  return focused;
}

interface CellItemsProps {
  /** Number of selected rows. */
  readonly selected: number;
  readonly onCopy: (extent: "cell" | "column") => void;
}

/** The items of the context menu for the active cell and its column. */
function CellItems({ selected, onCopy }: CellItemsProps): ReactElement {
  return (
    <>
      <Menu.Item onClick={() => onCopy("cell")} rightSection={<Keys labels={[t(($) => $.shell.keys.ctrl), "C"]} />}>
        {t(($) => $.shell.table.copyCell)}
      </Menu.Item>
      <Menu.Item onClick={() => onCopy("column")}>
        {selected > 1
          ? t(($) => $.shell.table.copyColumnOfSelected, { count: selected })
          : t(($) => $.shell.table.copyColumnOfRow)}
      </Menu.Item>
    </>
  );
}

/** Unmounted blocks are recycled; more than fit on any screen. */
const recycled = 16;

interface RowBlockProps<R> {
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

/** A block of rows, the unit of virtualisation. */
const RowBlock = memo(Block) as typeof Block;

interface GridControlInput<R> extends Pick<
  VirtualTableProps<R>,
  | "active"
  | "onActive"
  | "onToggle"
  | "onAnchor"
  | "onRange"
  | "onSelectAll"
  | "onOpen"
  | "onLeave"
  | "onRowKey"
  | "rowId"
> {
  readonly rows: TableRows<R>;
  readonly columns: readonly PlacedColumn<R>[];
  readonly rowsSeen: number;
  readonly show: (row: number) => void;
  readonly onMenu: (menu: RowMenu) => void;
  readonly onCopy: (extent: "cell" | "rows") => void;
}

interface RowMenu extends MenuPlace {
  readonly row: string;
}

interface GridControl {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
}

interface Spot {
  readonly row: number;
  /** "" is the checkbox column. */
  readonly column: string | undefined;
}

function spotOf(target: EventTarget): Spot | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
  const column = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  return row === undefined ? undefined : { row: Number(row), column };
}

/** A text selection made with the mouse has priority for Ctrl-C. */
function textIsMarked(): boolean {
  return (window.getSelection()?.toString() ?? "") !== "";
}

function useGridControl<R>(input: GridControlInput<R>): GridControl {
  const { rows, columns, active, onActive, show } = input;

  const step = (to: RowStep, extend: boolean): void => {
    const row = rowAfter(active?.row, to, rows.total, input.rowsSeen);
    if (row === undefined) return;
    if (!extend) input.onAnchor(row);
    onActive({ row, column: active?.column });
    show(row);
    if (extend) input.onRange(row, active?.row ?? row);
  };
  return {
    onKeyDown: (event) => {
      // Buttons in the header and menus handle their own keys.
      if (event.target !== event.currentTarget) return;
      const action = gridAction(event);
      if (action === undefined && input.onRowKey(event)) return endKey(event);
      if (action === undefined || (action.kind === "copy" && textIsMarked())) return;
      event.preventDefault();
      switch (action.kind) {
        case "row":
          return step(action.to, action.extend);
        case "column":
          return onActive({
            row: active?.row ?? 0,
            column: columnAfter(
              active?.column,
              action.to,
              columns.map(({ id }) => id),
            ),
          });
        case "toggle":
          if (active === undefined) return;
          input.onAnchor(active.row);
          return input.onToggle(active.row);
        case "toggle-range":
          return active === undefined ? undefined : input.onRange(active.row, active.row);
        case "select-all":
          return input.onSelectAll();
        case "open":
          return active === undefined ? undefined : input.onOpen(active.row);
        case "leave":
          return input.onLeave();
        case "copy":
          return input.onCopy(action.extent);
        case "menu": {
          const row = active && rows.at(active.row);
          if (row === undefined) return;
          const cell = document.getElementById(event.currentTarget.getAttribute("aria-activedescendant") ?? "");
          const { left, bottom } = cell?.getBoundingClientRect() ?? { left: 48, bottom: 48 };
          return input.onMenu({ x: left, y: bottom, row: input.rowId(row) });
        }
      }
    },
    onClick: (event) => {
      const spot = spotOf(event.target);
      if (spot === undefined) return;
      onActive({ row: spot.row, column: spot.column === "" ? active?.column : spot.column });
      if (event.shiftKey) {
        window.getSelection()?.removeAllRanges();
        return input.onRange(spot.row, spot.row);
      }
      input.onAnchor(spot.row);
      if (spot.column === "" || event.ctrlKey || event.metaKey) return input.onToggle(spot.row);
      // Selecting text with the mouse must not navigate.
      if (!textIsMarked()) input.onOpen(spot.row);
    },
    onContextMenu: (event) => {
      const spot = spotOf(event.target);
      if (spot === undefined) return;
      event.preventDefault();
      onActive({ row: spot.row, column: spot.column === "" ? active?.column : spot.column });
      const row = rows.at(spot.row);
      if (row !== undefined) input.onMenu({ x: event.clientX, y: event.clientY, row: input.rowId(row) });
    },
  };
}
