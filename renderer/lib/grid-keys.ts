/** Maps keys to actions in a grid of rows and columns. Pure: the grid executes them. */

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export type GridAction =
  /** `extend`: selects the rows between the anchor and the target. */
  | { readonly kind: "row"; readonly to: RowStep; readonly extend: boolean }
  | { readonly kind: "column"; readonly to: ColumnStep }
  | { readonly kind: "toggle" }
  | { readonly kind: "toggle-range" }
  | { readonly kind: "select-all" }
  | { readonly kind: "open" }
  | { readonly kind: "leave" }
  | { readonly kind: "copy"; readonly extent: "cell" | "rows" }
  | { readonly kind: "menu" };

export type RowStep = "up" | "down" | "page-up" | "page-down" | "first" | "last";
export type ColumnStep = "left" | "right" | "first" | "last";

const rowKeys: Readonly<Record<string, RowStep>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  k: "up",
  j: "down",
  K: "up",
  J: "down",
  PageUp: "page-up",
  PageDown: "page-down",
  Home: "first",
  End: "last",
};

const columnKeys: Readonly<Record<string, ColumnStep>> = { ArrowLeft: "left", ArrowRight: "right" };

/** The action of a key; undefined if the grid does not handle it. */
export function gridAction(press: KeyPress): GridAction | undefined {
  const mod = press.ctrlKey || press.metaKey;
  if (press.altKey) return undefined;
  if (mod) return withMod(press);
  const row = rowKeys[press.key];
  if (row !== undefined) return { kind: "row", to: row, extend: press.shiftKey };
  const column = columnKeys[press.key];
  if (column !== undefined) return { kind: "column", to: column };
  switch (press.key) {
    case " ":
      return { kind: press.shiftKey ? "toggle-range" : "toggle" };
    case "Enter":
      return { kind: "open" };
    case "Escape":
      return { kind: "leave" };
    case "ContextMenu":
      return { kind: "menu" };
    case "F10":
      return press.shiftKey ? { kind: "menu" } : undefined;
    default:
      return undefined;
  }
}

function withMod({ key, shiftKey }: KeyPress): GridAction | undefined {
  // Caps Lock inverts the case of a letter but not the state of the modifier keys.
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case "a":
      return { kind: "select-all" };
    case "c":
      return { kind: "copy", extent: shiftKey ? "rows" : "cell" };
    case "Home":
      return { kind: "row", to: "first", extend: shiftKey };
    case "End":
      return { kind: "row", to: "last", extend: shiftKey };
    case "ArrowLeft":
      return { kind: "column", to: "first" };
    case "ArrowRight":
      return { kind: "column", to: "last" };
    default:
      return undefined;
  }
}

/** The key was handled: neither the page nor a shortcut of the window handles it again. */
export function endKey(event: { preventDefault: () => void; stopPropagation: () => void }): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The target of a row step among `total` rows, `page` of which are visible; undefined without rows. */
export function rowAfter(from: number | undefined, to: RowStep, total: number, page: number): number | undefined {
  if (total <= 0) return undefined;
  const last = total - 1;
  // The first step into a list selects its first row, in either direction.
  if (from === undefined) return to === "last" ? last : 0;
  const here = Math.min(from, last);
  const stride = Math.max(1, page - 1);
  switch (to) {
    case "up":
      return Math.max(0, here - 1);
    case "down":
      return Math.min(last, here + 1);
    case "page-up":
      return Math.max(0, here - stride);
    case "page-down":
      return Math.min(last, here + stride);
    case "first":
      return 0;
    case "last":
      return last;
  }
}

/** The target of a column step among the ids of the visible columns. */
export function columnAfter(from: string | undefined, to: ColumnStep, columns: readonly string[]): string | undefined {
  const last = columns.length - 1;
  const here = Math.max(0, from === undefined ? 0 : columns.indexOf(from));
  switch (to) {
    case "left":
      return columns[Math.max(0, here - 1)];
    case "right":
      return columns[Math.min(last, here + 1)];
    case "first":
      return columns[0];
    case "last":
      return columns[last];
  }
}
