/** Column and row types of the grid. */
import type { ReactNode } from "react";

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
