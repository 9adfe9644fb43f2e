/**
 * Walks all pages of a list, several at once, and proves at the end what was read.
 *
 * Invariants:
 * - every id is handed out once; a page that brings nothing new is counted, never handed out;
 * - it ends: planned pages are finite, a page beyond the plan is read only while the one before it brought a new id, and there
 *   is a bound on all of them;
 * - `complete` is said only when nothing speaks against it; whatever does is the reason.
 */
import { createIdSet } from "./id-set.ts";
import type { IdSet } from "./id-set.ts";
import { readId } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import type { Page } from "./paging.ts";
import { evaluateWalk } from "./walk-verdict.ts";
import type { WalkFacts, WalkVerdict } from "./walk-verdict.ts";

export interface VisitedPage {
  /** The page asked for. */
  readonly page: number;
  /** Records not handed out before, each with its id as text. */
  readonly items: readonly { readonly id: string; readonly record: JsonRecord }[];
  /** What the service promises so far; may change from page to page. */
  readonly promised: number | undefined;
  readonly totalPages: number | undefined;
  readonly filterEcho: string | undefined;
  readonly sortEcho: string | undefined;
}

export interface WalkSettings {
  /** Reads one page; called for each page at most once. */
  readonly fetch: (page: number, signal: AbortSignal) => Promise<Page>;
  /** Pages before it are taken as read (a sync that goes on); default 1. The verdict then speaks of the rest only. */
  readonly firstPage?: number;
  /** Ids read before; they count as known. */
  readonly loadedIds?: Iterable<string>;
  /** Pages in flight at most; default 4. */
  readonly concurrency?: number;
  /** Pages in all at most; default 100,000. */
  readonly maxPages?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Walk extends AsyncIterable<VisitedPage> {
  /** What was proved. Throws `internal` before the walk has ended. */
  verdict(): WalkVerdict;
}

/** Prepares a walk; it begins with the first `for await` and can be taken once. Leaving the loop aborts what is in flight. */
export function walkPages(settings: WalkSettings): Walk {
  let verdict: WalkVerdict | undefined;
  const run = async function* (): AsyncGenerator<VisitedPage> {
    const tally = createTally(settings.loadedIds ?? []);
    const pages = inFlight(settings, tally);
    yield* pages;
    verdict = evaluateWalk(tally.facts());
  };
  return {
    [Symbol.asyncIterator]: () => run(),
    verdict: () => {
      if (verdict === undefined) throw new Error("the list has not been read to its end");
      return verdict;
    },
  };
}

/** The first page alone, since it says how many there are; then the planned ones, `concurrency` at once; then the tail. */
async function* inFlight(settings: WalkSettings, tally: Tally): AsyncGenerator<VisitedPage> {
  const stop = new AbortController();
  const signal = settings.signal === undefined ? stop.signal : AbortSignal.any([settings.signal, stop.signal]);
  const concurrency = Math.max(1, settings.concurrency ?? 4);
  const last = (settings.firstPage ?? 1) + (settings.maxPages ?? 100_000) - 1;
  const running = new Map<number, Promise<FetchedPage>>();
  let next = settings.firstPage ?? 1;
  try {
    for (;;) {
      const width = tally.pages === 0 ? 1 : concurrency;
      while (running.size < width && next <= last && needsPage(tally, next, running.size)) {
        running.set(next, fetchPage(settings, next, signal));
        next += 1;
      }
      if (running.size === 0) break;
      const { requestedPage, page } = await Promise.race(running.values());
      running.delete(requestedPage);
      const fresh = tally.add(requestedPage, page);
      if (fresh.items.length > 0) yield fresh;
    }
    tally.cut = next > last && needsPage(tally, next, 0);
  } finally {
    stop.abort();
    await Promise.allSettled(running.values());
  }
}

interface FetchedPage {
  readonly requestedPage: number;
  readonly page: Page;
}

async function fetchPage(settings: WalkSettings, requestedPage: number, signal: AbortSignal): Promise<FetchedPage> {
  return { requestedPage, page: await settings.fetch(requestedPage, signal) };
}

/** Whether page `next` is to be read, with `inFlight` others still out. */
function needsPage(tally: Tally, next: number, inFlight: number): boolean {
  if (tally.pages === 0) return true;
  if (tally.barren >= 3) return false;
  if (tally.totalPages !== undefined && next <= tally.totalPages) return true;
  // Beyond the plan one page at a time, each on the word of the one before it.
  return inFlight === 0 && tally.tailMayGoOn();
}

interface Tally {
  readonly pages: number;
  /** Pages in all that brought nothing new. */
  readonly barren: number;
  readonly totalPages: number | undefined;
  cut: boolean;
  add(requestedPage: number, page: Page): VisitedPage;
  tailMayGoOn(): boolean;
  facts(): WalkFacts;
}

/** The page with the highest number so far. */
interface End {
  /** It brought something new. */
  readonly hasNewRecords: boolean;
  /** The service named it by a lower number than it was asked for. */
  readonly isRepeat: boolean;
  readonly length: number;
  readonly hasNext: boolean | undefined;
}

function createTally(loadedIds: Iterable<string>): Tally {
  const ids: IdSet = createIdSet();
  for (const id of loadedIds) ids.add(id);
  // Apart from `ids`: a page of records that an earlier walk knew is no sign that the list has ended.
  const seen: IdSet = createIdSet();
  const totals = new Set<number>();
  let pages = 0;
  let barren = 0;
  let duplicates = 0;
  let withoutId = 0;
  let longest = 0;
  let highest = 0;
  let promised: number | undefined;
  let totalPages: number | undefined;
  let end: End | undefined;

  const take = (
    requestedPage: number,
    page: Page,
  ): { readonly items: VisitedPage["items"]; readonly hasNewRecords: boolean } => {
    const before = seen.size;
    const items: { readonly id: string; readonly record: JsonRecord }[] = [];
    let repeated = 0;
    let nameless = 0;
    for (const record of page.items) {
      const id = readId(record["id"]);
      if (id === undefined) {
        nameless += 1;
        continue;
      }
      if (!seen.add(id)) repeated += 1;
      if (ids.add(id)) items.push({ id, record });
    }
    const hasNewRecords = seen.size > before;
    // The last page again, given for a page beyond the end, is how services say that there is no more.
    const isPlanned = hasNewRecords || requestedPage <= (totalPages ?? 0);
    if (isPlanned) duplicates += repeated;
    // A first page with nothing but records without an id must not count as an empty list.
    if (isPlanned || pages === 1) withoutId += nameless;
    return { items, hasNewRecords };
  };

  return {
    cut: false,
    get pages() {
      return pages;
    },
    get barren() {
      return barren;
    },
    get totalPages() {
      return totalPages;
    },
    add: (requestedPage, page) => {
      pages += 1;
      if (page.totalCount !== undefined) {
        promised = page.totalCount;
        totals.add(page.totalCount);
      }
      totalPages = page.totalPages ?? totalPages;
      const { items, hasNewRecords } = take(requestedPage, page);
      if (!hasNewRecords) barren += 1;
      if (requestedPage > highest) {
        highest = requestedPage;
        // A page the service names by a lower number is its last one again.
        const isRepeat = page.page < requestedPage;
        end = { hasNewRecords, isRepeat, length: page.items.length, hasNext: !isRepeat && page.hasNext };
      }
      longest = Math.max(longest, page.items.length);
      const { filterEcho, sortEcho } = page;
      return { page: requestedPage, items, promised, totalPages, filterEcho, sortEcho };
    },
    tailMayGoOn: () => {
      if (end === undefined || !end.hasNewRecords) return false;
      if (promised !== undefined && ids.size < promised) return true;
      if (end.hasNext === true) return true;
      // All that was promised is there on one page: a look-up costs one call.
      if (pages === 1 && promised !== undefined && totalPages === 1) return false;
      // Nobody promises more. A page shorter than another is the last; behind a full one, or behind the first (per_page may
      // have been lowered without a word), one look shows whether the totals spoke true.
      return !end.isRepeat && (pages === 1 || end.length >= longest);
    },
    facts() {
      return { promised, totalsSeen: totals.size, unique: ids.size, duplicates, withoutId, pages, cut: this.cut };
    },
  };
}
