/**
 * A list of any length, loaded around its visible rows.
 *
 * Invariants: a response to an old query is never shown; old rows stay until the new query has its first response; a refresh
 * preserves position and rows until fresh ones arrive; counting never delays rows; one query is in flight at a time, and of
 * several queued ones only the latest runs.
 */
import { PageCache, type RowTotal } from "./page-cache.ts";
import type { RowQuery, PagedListOptions, PagedListState } from "./data-source.ts";

interface Listing<R> {
  readonly question: RowQuery<R>;
  readonly rows: PageCache<R>;
  readonly abort: AbortController;
  readonly loading: Map<number, Promise<readonly R[] | undefined>>;
  readonly requestedAt: number;
  /** Rows of the same query, shown until fresh ones arrive. */
  before: PageCache<R> | undefined;
  answeredInMs: number | undefined;
  counting: boolean;
  isCounted: boolean;
}

const atOnce = 2;
/** Rows prefetched around the visible ones, so that a wheel step needs no request. */
const aheadRows = 32;
/** Rows per call when a range or a whole list is read. */
export const rowsPerRead = 1000;
const nothing: RowTotal = { value: 0, exact: false };

export class PagedList<R> {
  readonly #pageSize: number;
  readonly #maxPages: number;
  readonly #countAfterMs: number;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #visible: Listing<R> | undefined;
  /** Requested, without a response so far; becomes `#visible` with its first page. */
  #coming: Listing<R> | undefined;
  #visibleRange = { first: 0, last: 0 };
  #failure: unknown;
  #again = false;
  /** A query waits for its first rows. */
  #isLoading = false;
  #state: PagedListState = {
    phase: "idle",
    visibleKey: undefined,
    total: nothing,
    failure: undefined,
    answeredInMs: undefined,
  };

  constructor(options: PagedListOptions = {}) {
    const { pageSize = 64, maxPages = 64, countAfterMs = 150, now = () => performance.now() } = options;
    this.#pageSize = pageSize;
    this.#maxPages = maxPages;
    this.#countAfterMs = countAfterMs;
    this.#now = now;
  }

  readonly state = (): PagedListState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the query; does nothing if it is already visible or loading. `first`: the row to start at. */
  query(question: RowQuery<R>, first = 0): void {
    const latest = this.#coming ?? this.#visible;
    if (latest?.question.key === question.key && this.#failure === undefined) return;
    this.#visibleRange = { first, last: first };
    this.#begin(question, undefined);
  }

  /** Reloads the visible query, preserving position and rows; repeated calls are coalesced. */
  refresh(): void {
    if (this.#coming !== undefined) this.#again = true;
    else if (this.#visible !== undefined) this.#begin(this.#visible.question, this.#visible);
  }

  /** Sets the visible range and fetches missing rows, nearest first. */
  setVisibleRange(first: number, last: number): void {
    this.#visibleRange = { first, last };
    const listing = this.#visible;
    if (listing === undefined) return;
    this.#trim(listing);
    this.#pump(listing);
  }

  at(index: number): R | undefined {
    return this.#visible?.rows.at(index) ?? this.#visible?.before?.at(index);
  }

  /** Loaded rows by index. */
  entries(): Iterable<readonly [number, R]> {
    return this.#visible?.rows.entries() ?? [];
  }

  /**
   * Rows `first` to `last` of the visible query, read from the source in the order of the list; fewer if the list has become
   * shorter. Independent of refreshes. Rejects if a page can't be loaded.
   */
  async read(first: number, last: number, signal: AbortSignal): Promise<readonly R[]> {
    const listing = this.#visible;
    if (listing === undefined) return [];
    const page = this.#pageOf(first);
    const start = listing.rows.nearestCursor(page);
    const rows: R[] = [];
    let cursor = start.cursor;
    let skip = start.skip + first - page * this.#pageSize;
    while (rows.length <= last - first) {
      const limit = Math.min(rowsPerRead, last - first + 1 - rows.length);
      const { items, nextCursor } = await listing.question.source.page({ cursor, skip, limit, fromEnd: false }, signal);
      rows.push(...items);
      if (nextCursor === undefined || items.length === 0) break;
      cursor = nextCursor;
      skip = 0;
    }
    return rows;
  }

  /** Called while the list is hidden: retains the pages last visible and evicts the others. */
  suspend(): void {
    this.#visible?.rows.trim(this.#pageOf(this.#visibleRange.first), this.#pageOf(this.#visibleRange.last), 2);
  }

  /** Cancels all requests; a later query starts again. */
  close(): void {
    for (const listing of [this.#visible, this.#coming]) listing?.abort.abort();
    this.#visible = undefined;
    this.#coming = undefined;
    this.#emit();
  }

  #begin(question: RowQuery<R>, before: Listing<R> | undefined): void {
    this.#coming?.abort.abort();
    this.#failure = undefined;
    const total = before?.rows.total ?? nothing;
    const coming: Listing<R> = {
      question,
      rows: new PageCache(this.#pageSize, this.#maxPages, { value: total.value, exact: false }),
      abort: new AbortController(),
      loading: new Map(),
      requestedAt: this.#now(),
      before: before?.rows,
      answeredInMs: undefined,
      counting: false,
      isCounted: false,
    };
    this.#coming = coming;
    this.#emit();
    void this.#start();
  }

  /** Starts the latest query; queries set in between are superseded. */
  async #start(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (let next = this.#coming; next !== undefined; next = this.#coming) {
        await this.#load(next, this.#pageOf(this.#visibleRange.first));
        if (next === this.#coming) break;
      }
    } finally {
      this.#isLoading = false;
    }
  }

  /** Rows of the page; undefined if none arrived. Never rejects: a failure becomes part of the state. */
  async #load(listing: Listing<R>, page: number): Promise<readonly R[] | undefined> {
    const running = listing.loading.get(page);
    if (running !== undefined) return await running;
    const work = this.#fetch(listing, page);
    listing.loading.set(page, work);
    return await work;
  }

  async #fetch(listing: Listing<R>, page: number): Promise<readonly R[] | undefined> {
    const request = listing.rows.route(page);
    const { signal } = listing.abort;
    try {
      const answer = await listing.question.source.page(request, signal);
      if (signal.aborted) return undefined;
      listing.rows.put(page, request, answer);
      listing.loading.delete(page);
      this.#failure = undefined;
      if (listing === this.#coming) this.#land(listing);
      else {
        this.#trim(listing);
        this.#emit();
        this.#pump(listing);
        // The count has turned out to be wrong.
        if (listing.isCounted && !listing.rows.total.exact) void this.#count(listing);
      }
      return answer.items;
    } catch (error) {
      listing.loading.delete(page);
      if (signal.aborted) return undefined;
      this.#failure = error;
      if (listing === this.#coming) this.#coming = undefined;
      this.#emit();
      return undefined;
    }
  }

  /** The first rows of a query replace the old ones. */
  #land(listing: Listing<R>): void {
    this.#visible?.abort.abort();
    listing.answeredInMs = this.#now() - listing.requestedAt;
    this.#visible = listing;
    this.#coming = undefined;
    this.#emit();
    this.#pump(listing);
    if (this.#countAfterMs === 0) void this.#count(listing);
    else setTimeout(() => void this.#count(listing), this.#countAfterMs);
  }

  async #count(listing: Listing<R>): Promise<void> {
    const { signal } = listing.abort;
    if (listing.counting || signal.aborted) return;
    listing.counting = true;
    try {
      if (!listing.rows.total.exact) {
        listing.rows.setTotal(await listing.question.source.count(signal));
        if (!signal.aborted) this.#emit();
      }
      listing.counting = false;
      listing.isCounted = true;
      if (signal.aborted) return;
    } catch (error) {
      listing.counting = false;
      if (signal.aborted) return;
      this.#failure = error;
      this.#emit();
    }
    if (!this.#again) return;
    this.#again = false;
    this.refresh();
  }

  /** Visible pages and a margin around them. */
  #nearRange(listing: Listing<R>): { readonly from: number; readonly until: number } {
    const { first, last } = this.#visibleRange;
    const end = Math.max(0, listing.rows.total.value - 1);
    return {
      from: this.#pageOf(Math.max(0, Math.min(first, end) - aheadRows)),
      until: this.#pageOf(Math.min(last + aheadRows, end)),
    };
  }

  #pump(listing: Listing<R>): void {
    const { first, last } = this.#visibleRange;
    const { from, until } = this.#nearRange(listing);
    const middle = this.#pageOf((first + last) / 2);
    const missing: number[] = [];
    for (let page = from; page <= until; page += 1) {
      if (!listing.rows.has(page) && !listing.loading.has(page)) missing.push(page);
    }
    missing.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    for (const page of missing.slice(0, Math.max(0, atOnce - listing.loading.size))) void this.#load(listing, page);
  }

  #trim(listing: Listing<R>): void {
    const { from, until } = this.#nearRange(listing);
    listing.rows.trim(from, until);
    const { first, last } = this.#visibleRange;
    if (listing.rows.has(this.#pageOf(first)) && listing.rows.has(this.#pageOf(last))) listing.before = undefined;
  }

  #pageOf(index: number): number {
    return Math.floor(index / this.#pageSize);
  }

  #emit(): void {
    const visible = this.#visible;
    const loading = this.#coming !== undefined;
    this.#state = {
      phase: this.#failure !== undefined ? "failed" : loading ? "loading" : visible === undefined ? "idle" : "ready",
      visibleKey: visible?.question.key,
      total: visible?.rows.total ?? nothing,
      failure: this.#failure,
      answeredInMs: visible?.answeredInMs,
    };
    for (const listener of this.#listeners) listener();
  }
}
