/** Where the rows of a long list come from, and what is known of the list as a whole. */
import type { PageAnswer, PageRequest, RowTotal } from "./page-cache.ts";

export interface DataSource<R> {
  page(ask: PageRequest, signal: AbortSignal): Promise<PageAnswer<R>>;
  count(signal: AbortSignal): Promise<number>;
}

export interface RowQuestion<R> {
  /** Tells one question from another. */
  readonly key: string;
  readonly source: DataSource<R>;
}

/** What is known of the list as a whole; a new object whenever anything changed, rows included. */
export interface PagedListState {
  /** "idle": nothing was asked yet. */
  readonly phase: "idle" | "loading" | "ready" | "failed";
  /** The question whose rows are shown. */
  readonly visibleKey: string | undefined;
  readonly total: RowTotal;
  readonly failure: unknown;
  /** How long the shown question waited for its first rows. */
  readonly answeredInMs: number | undefined;
}

export interface PagedListOptions {
  readonly pageSize?: number;
  readonly maxPages?: number;
  /** Rows come first: so long a question must stand before its rows are counted. */
  readonly countAfterMs?: number;
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number;
}
