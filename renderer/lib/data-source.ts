/** Source of the rows of a paged list, and the state of the list. */
import type { PageAnswer, PageRequest, RowTotal } from "./page-cache.ts";

export interface DataSource<R> {
  page(ask: PageRequest, signal: AbortSignal): Promise<PageAnswer<R>>;
  count(signal: AbortSignal): Promise<number>;
  /** Number of rows of the list among the ids; omitted if the source can't count them. */
  readonly countAmong?: (ids: readonly string[], signal: AbortSignal) => Promise<number>;
}

export interface RowQuery<R> {
  /** Identity of the query. */
  readonly key: string;
  readonly source: DataSource<R>;
}

/** State of the list; a new object on every change, including rows. */
export interface PagedListState {
  /** "idle": no query yet. */
  readonly phase: "idle" | "loading" | "ready" | "failed";
  /** The query whose rows are shown. */
  readonly visibleKey: string | undefined;
  readonly total: RowTotal;
  readonly failure: unknown;
  /** Milliseconds from the query to its first rows. */
  readonly answeredInMs: number | undefined;
}

export interface PagedListOptions {
  readonly pageSize?: number;
  readonly maxPages?: number;
  /** Milliseconds a query must be unchanged before its rows are counted: rows have priority. */
  readonly countAfterMs?: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}
