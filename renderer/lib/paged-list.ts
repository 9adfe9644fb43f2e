/**
 * A list of any length seen through the rows that are looked at.
 *
 * Invariants: an answer of an old question never reaches the screen; what was shown stays until the new question has its first
 * answer; a refresh keeps place and rows until fresh ones have come; the count never stands in the way of rows; one question is asked
 * at a time, so that of many in a row only the latest waits.
 */
import { PageCache, type RowTotal } from "./page-cache.ts";
import type { RowQuestion, PagedListOptions, PagedListState } from "./data-source.ts";

interface Listing<R> {
  readonly question: RowQuestion<R>;
  readonly rows: PageCache<R>;
  readonly abort: AbortController;
  readonly loading: Map<number, Promise<readonly R[] | undefined>>;
  readonly requestedAt: number;
  /** Rows of the same question that stand in until fresh ones have come. */
  before: PageCache<R> | undefined;
  answeredInMs: number | undefined;
  counting: boolean;
  isCounted: boolean;
}

const atOnce = 2;
/** Rows around what is seen that are fetched with it: a turn of the wheel finds them at hand. */
const aheadRows = 32;
const nothing: RowTotal = { value: 0, exact: false };

export class PagedList<R> {
  readonly #pageSize: number;
  readonly #maxPages: number;
  readonly #countAfterMs: number;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #visible: Listing<R> | undefined;
  /** Asked, and without an answer so far; becomes `#visible` with its first page. */
  #coming: Listing<R> | undefined;
  #visibleRange = { first: 0, last: 0 };
  #failure: unknown;
  #again = false;
  /** A question waits for its first rows. */
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

  /** Puts a question; one that is shown or on its way already is not asked again. `first`: the row to begin at. */
  query(question: RowQuestion<R>, first = 0): void {
    const latest = this.#coming ?? this.#visible;
    if (latest?.question.key === question.key && this.#failure === undefined) return;
    this.#visibleRange = { first, last: first };
    this.#begin(question, undefined);
  }

  /** Asks the shown question anew, keeping place and rows; several in a row become one more. */
  refresh(): void {
    if (this.#coming !== undefined) this.#again = true;
    else if (this.#visible !== undefined) this.#begin(this.#visible.question, this.#visible);
  }

  /** What is looked at now; what is missing is fetched, nearest first. */
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

  /** Rows at hand, by index. */
  entries(): Iterable<readonly [number, R]> {
    return this.#visible?.rows.entries() ?? [];
  }

  /** Rows `first` to `last`, fetched where they are not at hand. */
  async read(first: number, last: number): Promise<readonly R[]> {
    const listing = this.#visible;
    if (listing === undefined) return [];
    const rows: R[] = [];
    for (let page = this.#pageOf(first); page <= this.#pageOf(last); page += 1) {
      const start = page * this.#pageSize;
      // What nobody looks at may be let go of as soon as it has come: taken as it comes.
      const pageRows = listing.rows.page(page) ?? (await this.#load(listing, page)) ?? [];
      rows.push(...pageRows.slice(Math.max(0, first - start), Math.max(0, last + 1 - start)));
    }
    return rows;
  }

  /** Nobody looks for now: keeps the pages last seen and lets the others go. */
  rest(): void {
    this.#visible?.rows.trim(this.#pageOf(this.#visibleRange.first), this.#pageOf(this.#visibleRange.last), 2);
  }

  /** Ends everything; the window can be asked again. */
  close(): void {
    for (const listing of [this.#visible, this.#coming]) listing?.abort.abort();
    this.#visible = undefined;
    this.#coming = undefined;
    this.#emit();
  }

  #begin(question: RowQuestion<R>, before: Listing<R> | undefined): void {
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

  /** Asks what is to come; what came in between meanwhile has been overtaken. */
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

  /** Rows of the page, undefined when none came. Never rejects: a failure becomes part of the state. */
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
        // What was counted has turned out to be wrong.
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

  /** The first rows of a question have come: they take the place of the old ones. */
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

  /** Pages that are looked at, and a little around them. */
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
