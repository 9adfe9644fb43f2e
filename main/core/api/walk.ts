/**
 * Walks all pages of a list, several at once, and reports at the end whether all of it was read.
 *
 * Invariants:
 * - every id is returned once; a page without new records is counted, never returned;
 * - it ends: planned pages are finite, a page beyond the plan is read only while the one before it had a new id, and there
 *   is a limit for all of them;
 * - `complete` is reported only when nothing contradicts it; any contradiction is the reason.
 */
import { type JsonRecord, readId } from "./json.ts";
import type { Page } from "./paging.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";

export interface VisitedPage {
  /** The requested page. */
  readonly page: number;
  /** Records not returned before, each with its id as text. */
  readonly items: readonly { readonly id: string; readonly record: JsonRecord }[];
  /** The announced total so far; may change from page to page. */
  readonly announced: number | undefined;
  readonly totalPages: number | undefined;
  readonly filterEcho: string | undefined;
  readonly sortEcho: string | undefined;
}

export interface WalkSettings {
  /** Reads one page; called for each page at most once. */
  readonly fetch: (page: number, signal: AbortSignal) => Promise<Page>;
  /** Earlier pages are skipped (a resumed sync); default 1. The verdict then covers the rest only. */
  readonly firstPage?: number;
  /** Ids read before; they count as already returned. */
  readonly loadedIds?: Iterable<string>;
  /** Pages in flight at most; default 4. */
  readonly concurrency?: number;
  /** Pages in total at most; default 100,000. */
  readonly maxPages?: number;
  readonly signal?: AbortSignal;
}

export interface Walk extends AsyncIterable<VisitedPage> {
  /** The verdict. Throws `internal` before the walk has ended. */
  verdict(): WalkVerdict;
}

/** Prepares a walk; it begins with the first `for await` and can be consumed once. Leaving the loop aborts the requests in flight. */
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

/** The first page alone, since it has the totals; then the planned ones, `concurrency` at once; then the tail. */
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

/** Whether page `next` has to be read, with `inFlight` others pending. */
function needsPage(tally: Tally, next: number, inFlight: number): boolean {
  if (tally.pages === 0) return true;
  if (tally.barren >= 3) return false;
  if (tally.totalPages !== undefined && next <= tally.totalPages) return true;
  // Beyond the plan one page at a time, since each decides whether the next is needed.
  return inFlight === 0 && tally.tailMayGoOn();
}

interface Tally {
  readonly pages: number;
  /** Total number of pages without new records. */
  readonly barren: number;
  readonly totalPages: number | undefined;
  cut: boolean;
  add(requestedPage: number, page: Page): VisitedPage;
  tailMayGoOn(): boolean;
  facts(): WalkFacts;
}

/** The page with the highest number so far. */
interface End {
  readonly hasNewRecords: boolean;
  /** The response has a lower page number than requested. */
  readonly isRepeat: boolean;
  readonly length: number;
  readonly hasNext: boolean | undefined;
}

function createTally(loadedIds: Iterable<string>): Tally {
  const ids: IdSet = createIdSet();
  for (const id of loadedIds) ids.add(id);
  // Separate from `ids`: a page of records from an earlier walk does not mean that the list has ended.
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
    // Services return the last page again for a page beyond the end.
    const isPlanned = hasNewRecords || requestedPage <= (totalPages ?? 0);
    if (isPlanned) duplicates += repeated;
    // A first page with only records without an id must not count as an empty list.
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
        // A page with a lower number than requested is the last one again.
        const isRepeat = page.page < requestedPage;
        end = { hasNewRecords, isRepeat, length: page.items.length, hasNext: !isRepeat && page.hasNext };
      }
      longest = Math.max(longest, page.items.length);
      const { filterEcho, sortEcho } = page;
      return { page: requestedPage, items, announced: promised, totalPages, filterEcho, sortEcho };
    },
    tailMayGoOn: () => {
      if (end === undefined || !end.hasNewRecords) return false;
      if (promised !== undefined && ids.size < promised) return true;
      if (end.hasNext === true) return true;
      // All announced records are on one page: a look-up costs one call.
      if (pages === 1 && promised !== undefined && totalPages === 1) return false;
      // No total announces more. A page shorter than another is the last; after a full one, or after the first (per_page may
      // have been lowered without notice), one more request checks the totals.
      return !end.isRepeat && (pages === 1 || end.length >= longest);
    },
    facts() {
      return {
        announced: promised,
        totalsSeen: totals.size,
        unique: ids.size,
        duplicates,
        withoutId,
        pages,
        truncated: this.cut,
      };
    },
  };
}

// What a walk over a list proves: complete, or partial with a reason.

interface WalkFacts {
  /** The last total of the service. */
  readonly announced: number | undefined;
  /** Number of different totals during the walk. */
  readonly totalsSeen: number;
  readonly unique: number;
  readonly duplicates: number;
  /** Records without an id, which were skipped. */
  readonly withoutId: number;
  readonly pages: number;
  /** The page limit was reached before the end. */
  readonly truncated: boolean;
}

export interface WalkVerdict {
  readonly promised: number | undefined;
  readonly unique: number;
  readonly duplicates: number;
  readonly pages: number;
  /** Records that were announced and not received. */
  readonly gaps: number;
  readonly complete: boolean;
  /** Why it is partial; undefined when complete. */
  readonly reason: CodedText | undefined;
}

/** Evaluates a finished walk. A total that changed during the walk makes it partial: records may have moved between pages. */
function evaluateWalk(facts: WalkFacts): WalkVerdict {
  const { announced: promised, unique, duplicates, pages } = facts;
  const reason = reasonAgainst(facts);
  const gaps = promised === undefined ? 0 : Math.max(0, promised - unique);
  return { promised, unique, duplicates, pages, gaps, complete: reason === undefined, reason };
}

function reasonAgainst({
  announced: promised,
  totalsSeen,
  unique,
  withoutId,
  truncated: cut,
}: WalkFacts): CodedText | undefined {
  if (cut) return codedText("walk-page-limit");
  if (withoutId > 0) return codedText("walk-records-without-id", { count: withoutId });
  if (totalsSeen > 1) return codedText("walk-list-changed");
  if (promised === undefined || promised === unique) return undefined;
  if (unique < promised) return codedText("walk-too-few-records", { count: promised, received: unique });
  return codedText("walk-too-many-records", { count: unique, announced: promised });
}

interface IdSet {
  /** True when the id was not in the set. */
  add(id: string): boolean;
  readonly size: number;
}

const chunkBits = 4_096;
/** A chunk with few members stays a plain set, so that distant ids do not cost a bitmap each. */
const sparseLimit = 32;

type Chunk = Set<number> | Uint32Array;

/** A set of ids that stays small for a million of them: whole numbers as bits in chunks, everything else as text. */
export function createIdSet(): IdSet {
  const chunks = new Map<number, Chunk>();
  const texts = new Set<string>();
  let size = 0;

  const addNumber = (id: number): boolean => {
    const key = Math.floor(id / chunkBits);
    const bit = id % chunkBits;
    let chunk = chunks.get(key);
    if (chunk === undefined) {
      chunk = new Set();
      chunks.set(key, chunk);
    }
    if (chunk instanceof Set) {
      if (chunk.has(bit)) return false;
      chunk.add(bit);
      if (chunk.size > sparseLimit) chunks.set(key, toBitmap(chunk));
      return true;
    }
    return setBit(chunk, bit);
  };

  return {
    add: (id) => {
      const isNew = isPlainNumber(id) ? addNumber(Number(id)) : !texts.has(id);
      if (!isNew) return false;
      if (!isPlainNumber(id)) texts.add(id);
      size += 1;
      return true;
    },
    get size() {
      return size;
    },
  };
}

/** Digits without a leading zero that a double holds exactly, so that text and number are equivalent. */
function isPlainNumber(id: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(id);
}

function toBitmap(bits: ReadonlySet<number>): Uint32Array {
  const bitmap = new Uint32Array(chunkBits / 32);
  for (const bit of bits) setBit(bitmap, bit);
  return bitmap;
}

function setBit(bitmap: Uint32Array, bit: number): boolean {
  const word = bitmap[bit >>> 5] ?? 0;
  const mask = 1 << (bit & 31);
  if ((word & mask) !== 0) return false;
  bitmap[bit >>> 5] = word | mask;
  return true;
}
