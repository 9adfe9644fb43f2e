/** Keyboard, mouse and clipboard events of the grid, handled by delegation. */
import type { KeyboardEvent, MouseEvent } from "react";
import { columnAfter, endKey, gridAction, type KeyPress, type RowStep, rowAfter } from "../../lib/grid-keys.ts";
import type { ActiveCell, TableRows } from "./table-column.ts";
import type { PlacedColumn } from "./use-table-columns.ts";

export interface GridControlInput<R> {
  readonly rows: TableRows<R>;
  readonly columns: readonly PlacedColumn<R>[];
  readonly rowsSeen: number;
  readonly active: ActiveCell | undefined;
  readonly onActive: (active: ActiveCell) => void;
  readonly show: (row: number) => void;
  readonly onToggle: (index: number) => void;
  readonly onAnchor: (index: number) => void;
  readonly onRange: (to: number, start: number) => void;
  readonly onSelectAll: () => void;
  readonly onOpen: (index: number) => void;
  readonly onLeave: () => void;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
  readonly onCopy: (extent: "cell" | "rows") => void;
  readonly onRowKey: (press: KeyPress) => boolean;
}

export interface GridControl {
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

export function useGridControl<R>(input: GridControlInput<R>): GridControl {
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
          if (active === undefined) return;
          const cell = document.getElementById(event.currentTarget.getAttribute("aria-activedescendant") ?? "");
          const { left, bottom } = cell?.getBoundingClientRect() ?? { left: 48, bottom: 48 };
          return input.onMenu({ x: left, y: bottom });
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
      input.onMenu({ x: event.clientX, y: event.clientY });
    },
  };
}
