/** What the grid knows of a column and of the rows under it. */
import type { ReactNode } from "react";

export interface TableColumn<R> {
  readonly id: string;
  readonly title: string;
  /** In pixels, where nobody has chosen another. */
  readonly width: number;
  readonly align?: "start" | "end";
  /** Identifiers stand in a fixed pitch. */
  readonly mono?: boolean;
  readonly sortable: boolean;
  /** What is seen. Called for rows in sight alone. */
  readonly render: (row: R) => ReactNode;
  /** What is copied: the whole value as text. */
  readonly text: (row: R) => string;
}

/** The rows of a grid: a list of which only a part may be at hand. */
export interface TableRows<R> {
  readonly total: number;
  readonly at: (index: number) => R | undefined;
  /** Changes whenever a row that was shown may be another one now. */
  readonly version: unknown;
}

export interface SortBy {
  readonly field: string;
  readonly descending: boolean;
}

/** Where the person is in the grid. */
export interface ActiveCell {
  readonly row: number;
  readonly column: string | undefined;
}
