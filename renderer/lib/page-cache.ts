/**
 * Loaded pages of one query's result, and the cheapest request for a missing one.
 *
 * Invariants: page `n` holds the rows from `n * pageSize`; only the last page may be shorter; at most `maxPages` pages are cached,
 * but never fewer than are visible.
 */

export interface PageRequest {
  readonly cursor?: string;
  /** Rows skipped after the cursor, or from the end if `fromEnd`. */
  readonly skip: number;
  readonly limit: number;
  /** Counted from the end of the list instead of its start; rows are returned in list order nevertheless. */
  readonly fromEnd: boolean;
}

export interface PageAnswer<R> {
  readonly items: readonly R[];
  readonly nextCursor?: string;
  /** Estimated number of rows, if the response has one. */
  readonly hint?: number;
}

export interface RowTotal {
  readonly value: number;
  /** False: a lower bound or an estimate; the count is still loading. */
  readonly exact: boolean;
}

export class PageCache<R> {
  readonly pageSize: number;
  readonly #maxPages: number;
  readonly #pages = new Map<number, readonly R[]>();
  /** Cursor by the page that starts after it; the first page needs none. */
  readonly #cursors = new Map<number, string>();
  #total: RowTotal;

  constructor(pageSize: number, maxPages: number, total: RowTotal = { value: 0, exact: false }) {
    this.pageSize = pageSize;
    this.#maxPages = maxPages;
    this.#total = total;
  }

  get total(): RowTotal {
    return this.#total;
  }

  at(index: number): R | undefined {
    const page = Math.floor(index / this.pageSize);
    return this.#pages.get(page)?.[index - page * this.pageSize];
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  page(page: number): readonly R[] | undefined {
    return this.#pages.get(page);
  }

  /** Loaded rows by index. */
  *entries(): Generator<readonly [number, R]> {
    for (const [page, rows] of this.#pages) {
      for (const [offset, row] of rows.entries()) yield [page * this.pageSize + offset, row];
    }
  }

  /** The request for a page: after the nearest cursor before it, or from the end if that is nearer. */
  route(page: number): PageRequest {
    const start = page * this.pageSize;
    const { cursor, skip } = this.nearestCursor(page);
    const behind = Math.max(0, this.#total.value - start - this.pageSize);
    if (this.#total.exact && this.#total.value > start && behind < skip) {
      return { skip: behind, limit: Math.min(this.pageSize, this.#total.value - start), fromEnd: true };
    }
    return { cursor, skip, limit: this.pageSize, fromEnd: false };
  }

  /** The nearest known cursor at or before the start of a page, and the number of rows from there to the page. */
  nearestCursor(page: number): Pick<PageRequest, "cursor" | "skip"> {
    let from = page;
    while (from > 0 && !this.#cursors.has(from)) from -= 1;
    return { cursor: this.#cursors.get(from), skip: (page - from) * this.pageSize };
  }

  /** Stores the response to a request. */
  put(page: number, request: PageRequest, { items, nextCursor, hint }: PageAnswer<R>): void {
    const start = page * this.pageSize;
    if (items.length < request.limit && (request.fromEnd || items.length === 0) && start > 0) {
      // The list is shorter than assumed; its length is unknown until it is counted.
      this.#total = { value: Math.min(this.#total.value, start), exact: false };
      return;
    }
    this.#pages.set(page, items);
    if (nextCursor === undefined) {
      this.#total = { value: start + items.length, exact: true };
      return;
    }
    this.#cursors.set(page + 1, nextCursor);
    const atLeast = start + items.length + 1;
    if (this.#total.exact && this.#total.value >= atLeast) return;
    this.#total = { value: Math.max(this.#total.value, hint ?? 0, atLeast), exact: false };
  }

  /** Sets the result of a separate count. */
  setTotal(value: number): void {
    this.#total = { value, exact: true };
  }

  /** Evicts pages outside the visible range, least recently used first. */
  trim(first: number, last: number, limit = this.#maxPages): void {
    for (let page = first; page <= last; page += 1) {
      const rows = this.#pages.get(page);
      if (rows === undefined) continue;
      this.#pages.delete(page);
      this.#pages.set(page, rows);
    }
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= limit) return;
      if (page < first || page > last) this.#pages.delete(page);
    }
  }
}
