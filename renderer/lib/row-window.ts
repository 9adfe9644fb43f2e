/**
 * A list of any length seen through the rows that are looked at.
 *
 * Invariants: an answer of an old question never reaches the screen; what was shown stays until the new question has its first
 * answer; a refresh keeps place and rows until fresh ones have come; the count never stands in the way of rows; one question is asked
 * at a time, so that of many in a row only the latest waits.
 */
import { RowListing, type RowTotal } from "./row-listing.ts";
import type { RowQuestion, RowWindowOptions, RowWindowState } from "./row-source.ts";

interface Listing<R> {
  readonly question: RowQuestion<R>;
  readonly rows: RowListing<R>;
  readonly abort: AbortController;
  readonly loading: Map<number, Promise<readonly R[] | undefined>>;
  readonly askedAt: number;
  /** Rows of the same question that stand in until fresh ones have come. */
  before: RowListing<R> | undefined;
  answeredInMs: number | undefined;
  counting: boolean;
  counted: boolean;
}

const atOnce = 2;
/** Rows around what is seen that are fetched with it: a turn of the wheel finds them at hand. */
const aheadRows = 32;
const nothing: RowTotal = { value: 0, exact: false };

export class RowWindow<R> {
  readonly #pageSize: number;
  readonly #maxPages: number;
  readonly #countAfterMs: number;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #shown: Listing<R> | undefined;
  /** Asked, and without an answer so far; becomes `#shown` with its first page. */
  #coming: Listing<R> | undefined;
  #wanted = { first: 0, last: 0 };
  #failure: unknown;
  #again = false;
  /** A question waits for its first rows. */
  #asking = false;
  #state: RowWindowState = {
    phase: "idle",
    shown: undefined,
    total: nothing,
    failure: undefined,
    answeredInMs: undefined,
  };

  constructor(options: RowWindowOptions = {}) {
    const { pageSize = 64, maxPages = 64, countAfterMs = 150, now = () => performance.now() } = options;
    this.#pageSize = pageSize;
    this.#maxPages = maxPages;
    this.#countAfterMs = countAfterMs;
    this.#now = now;
  }

  readonly state = (): RowWindowState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Puts a question; one that is shown or on its way already is not asked again. `first`: the row to begin at. */
  ask(question: RowQuestion<R>, first = 0): void {
    const latest = this.#coming ?? this.#shown;
    if (latest?.question.key === question.key && this.#failure === undefined) return;
    this.#wanted = { first, last: first };
    this.#begin(question, undefined);
  }

  /** Asks the shown question anew, keeping place and rows; several in a row become one more. */
  refresh(): void {
    if (this.#coming !== undefined) this.#again = true;
    else if (this.#shown !== undefined) this.#begin(this.#shown.question, this.#shown);
  }

  /** What is looked at now; what is missing is fetched, nearest first. */
  want(first: number, last: number): void {
    this.#wanted = { first, last };
    const listing = this.#shown;
    if (listing === undefined) return;
    this.#trim(listing);
    this.#pump(listing);
  }

  at(index: number): R | undefined {
    return this.#shown?.rows.at(index) ?? this.#shown?.before?.at(index);
  }

  /** Rows at hand, by index. */
  entries(): Iterable<readonly [number, R]> {
    return this.#shown?.rows.entries() ?? [];
  }

  /** Rows `first` to `last`, fetched where they are not at hand. */
  async read(first: number, last: number): Promise<readonly R[]> {
    const listing = this.#shown;
    if (listing === undefined) return [];
    const rows: R[] = [];
    for (let page = this.#pageOf(first); page <= this.#pageOf(last); page += 1) {
      const start = page * this.#pageSize;
      // What nobody looks at may be let go of as soon as it has come: taken as it comes.
      const found = listing.rows.page(page) ?? (await this.#load(listing, page)) ?? [];
      rows.push(...found.slice(Math.max(0, first - start), Math.max(0, last + 1 - start)));
    }
    return rows;
  }

  /** Nobody looks for now: keeps the pages last seen and lets the others go. */
  rest(): void {
    this.#shown?.rows.trim(this.#pageOf(this.#wanted.first), this.#pageOf(this.#wanted.last), 2);
  }

  /** Ends everything; the window can be asked again. */
  close(): void {
    for (const listing of [this.#shown, this.#coming]) listing?.abort.abort();
    this.#shown = undefined;
    this.#coming = undefined;
    this.#emit();
  }

  #begin(question: RowQuestion<R>, before: Listing<R> | undefined): void {
    this.#coming?.abort.abort();
    this.#failure = undefined;
    const total = before?.rows.total ?? nothing;
    const coming: Listing<R> = {
      question,
      rows: new RowListing(this.#pageSize, this.#maxPages, { value: total.value, exact: false }),
      abort: new AbortController(),
      loading: new Map(),
      askedAt: this.#now(),
      before: before?.rows,
      answeredInMs: undefined,
      counting: false,
      counted: false,
    };
    this.#coming = coming;
    this.#emit();
    void this.#start();
  }

  /** Asks what is to come; what came in between meanwhile has been overtaken. */
  async #start(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let next = this.#coming; next !== undefined; next = this.#coming) {
        await this.#load(next, this.#pageOf(this.#wanted.first));
        if (next === this.#coming) break;
      }
    } finally {
      this.#asking = false;
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
    const ask = listing.rows.route(page);
    const { signal } = listing.abort;
    try {
      const answer = await listing.question.source.page(ask, signal);
      if (signal.aborted) return undefined;
      listing.rows.put(page, ask, answer);
      listing.loading.delete(page);
      this.#failure = undefined;
      if (listing === this.#coming) this.#land(listing);
      else {
        this.#trim(listing);
        this.#emit();
        this.#pump(listing);
        // What was counted has turned out to be wrong.
        if (listing.counted && !listing.rows.total.exact) void this.#count(listing);
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
    this.#shown?.abort.abort();
    listing.answeredInMs = this.#now() - listing.askedAt;
    this.#shown = listing;
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
        listing.rows.counted(await listing.question.source.count(signal));
        if (!signal.aborted) this.#emit();
      }
      listing.counting = false;
      listing.counted = true;
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
  #near(listing: Listing<R>): { readonly from: number; readonly until: number } {
    const { first, last } = this.#wanted;
    const end = Math.max(0, listing.rows.total.value - 1);
    return {
      from: this.#pageOf(Math.max(0, Math.min(first, end) - aheadRows)),
      until: this.#pageOf(Math.min(last + aheadRows, end)),
    };
  }

  #pump(listing: Listing<R>): void {
    const { first, last } = this.#wanted;
    const { from, until } = this.#near(listing);
    const middle = this.#pageOf((first + last) / 2);
    const missing: number[] = [];
    for (let page = from; page <= until; page += 1) {
      if (!listing.rows.has(page) && !listing.loading.has(page)) missing.push(page);
    }
    missing.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    for (const page of missing.slice(0, Math.max(0, atOnce - listing.loading.size))) void this.#load(listing, page);
  }

  #trim(listing: Listing<R>): void {
    const { from, until } = this.#near(listing);
    listing.rows.trim(from, until);
    const { first, last } = this.#wanted;
    if (listing.rows.has(this.#pageOf(first)) && listing.rows.has(this.#pageOf(last))) listing.before = undefined;
  }

  #pageOf(index: number): number {
    return Math.floor(index / this.#pageSize);
  }

  #emit(): void {
    const shown = this.#shown;
    const loading = this.#coming !== undefined;
    this.#state = {
      phase: this.#failure !== undefined ? "failed" : loading ? "loading" : shown === undefined ? "idle" : "ready",
      shown: shown?.question.key,
      total: shown?.rows.total ?? nothing,
      failure: this.#failure,
      answeredInMs: shown?.answeredInMs,
    };
    for (const listener of this.#listeners) listener();
  }
}
