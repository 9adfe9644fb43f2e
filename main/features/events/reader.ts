/**
 * Reads a list of events from the service into the copy, newest first, page by page.
 *
 * Invariants: a span is called known only when everything in it was handed to the copy with it, in one step; a reading with a
 * filter, or one whose records are not what was requested, makes nothing known; what the service no longer keeps is never called known.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { EventScope, Span } from "#contract/event-schemas.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { fetchEventPage } from "../../api/events.ts";
import { type FilterTerm, formatFilter } from "../../api/query.ts";
import type { Page } from "../../api/paging.ts";
import type { Priority } from "../../api/priority.ts";
import { walkPages } from "../../api/walk.ts";
import type { WalkVerdict } from "../../api/walk-verdict.ts";
import { mismatchWarning } from "../../api/list-echo.ts";
import { AppError, isAppError } from "../../failure.ts";
import { findMismatch, scopeTerms } from "./event-check.ts";
import { type EventConnection, type EventDeps, serviceRetentionMs } from "./deps.ts";
import { type EventRow, rowOf, storedScope } from "./stored.ts";

export interface ReadWish {
  readonly scope: EventScope;
  readonly terms: readonly FilterTerm[];
  /** Both or none are given to the service. */
  readonly span: Span | undefined;
  /** Events in all at most. */
  readonly limit: number;
  /** Of the first page and of the others. */
  readonly priority: readonly [Priority, Priority];
  readonly signal: AbortSignal;
}

export interface ReadResult {
  readonly read: number;
  readonly added: number;
  readonly complete: boolean;
  readonly reason: CodedText | undefined;
  readonly promised: number | undefined;
  readonly asOf: number;
}

export type Reader = (connection: EventConnection, wish: ReadWish) => Promise<ReadResult>;

export const newestFirst = "-timestamp";
const mostPerPage = 1000;
/** Kept in one step of the store's thread; others have their turn in between. */
const rowsAtOnce = 200;

export function createReader({ store, clock }: Pick<EventDeps, "store" | "clock">): Reader {
  return async (connection, wish) => {
    const asOf = clock.now();
    try {
      return await read(newestFirst);
    } catch (error) {
      if (isSortRejected(error)) return await read("id");
      if (isAppError(error, "not-offered")) {
        await store.noteNotOffered(connection.id, storedScope(wish.scope), asOf);
      }
      throw error;
    }

    async function read(sort: string): Promise<ReadResult> {
      const place = { connection: connection.id, scope: storedScope(wish.scope), readAt: asOf };
      const course = createCourse(wish, sort, () => serviceTime(asOf, connection));
      const walk = openWalk(connection, wish, sort);
      for await (const page of walk.pages) {
        const { rows, span } = course.take(page, asOf);
        for (const [from, isLast] of portions(rows.length)) {
          const portion = { ...place, rows: rows.slice(from, from + rowsAtOnce) };
          const saved = await store.saveEvents({ ...portion, span: isLast ? span : undefined });
          course.countAdded(saved.added);
        }
        if (course.isDone()) break;
      }
      const outcome = course.end(walk.verdict());
      if (outcome.span !== undefined) await store.saveEvents({ ...place, rows: [], span: outcome.span });
      const { read: count, added, complete, reason, promised } = outcome;
      return { read: count, added, complete, reason, promised, asOf };
    }
  };
}

/** What the service's clock says when ours says `now`; before it was ever heard, ours is taken. */
export function serviceTime(now: number, { api }: Pick<EventConnection, "api">): number {
  return now + (api.clockOffsetMs() ?? 0);
}

/** The filter as it goes over the wire; the service takes whole seconds, and both ends or none (docs/service-facts.md#lists). */
export function wireFilter(terms: readonly FilterTerm[], span: Span | undefined): string {
  if (span === undefined) return formatFilter("event", terms, "spec");
  const from = { field: "from", value: second(Math.floor(span.from / 1000)) };
  const until = { field: "until", value: second(Math.ceil(span.until / 1000)) };
  return formatFilter("event", [...terms, from, until], "spec");
}

function second(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** Where each portion of a page begins, and whether it is the last. A page without rows is one portion. */
function portions(rows: number): (readonly [from: number, isLast: boolean])[] {
  const count = Math.max(1, Math.ceil(rows / rowsAtOnce));
  return Array.from({ length: count }, (_, index) => [index * rowsAtOnce, index === count - 1] as const);
}

interface RawPage {
  readonly items: readonly JsonRecord[];
  readonly promised: number | undefined;
}

type Verdict = Pick<WalkVerdict, "complete" | "reason">;

interface OpenWalk {
  /** As they came, also what a walk would leave out: records without an id, and those that came before. */
  readonly pages: AsyncIterable<RawPage>;
  /** Whether a list in an order of ids was read whole; undefined when the walk was left. */
  verdict(): Verdict | undefined;
}

/** One page after the other, so that what was read has no holes. */
function openWalk({ api }: EventConnection, wish: ReadWish, sort: string): OpenWalk {
  const { scope, terms, span, limit, priority, signal } = wish;
  const q = wireFilter(terms, span);
  const perPage = Math.min(limit, mostPerPage);
  let last: Page | undefined;
  const walk = walkPages({
    concurrency: 1,
    signal,
    fetch: async (page, walkSignal) => {
      const turn = page === 1 ? priority[0] : priority[1];
      const isSortOptional = sort !== newestFirst;
      const query = { page, perPage, q, sort, isSortOptional, priority: turn, signal: walkSignal };
      last = await fetchEventPage(api, scope, query);
      return last;
    },
  });
  let ended = false;
  return {
    pages: (async function* () {
      for await (const { promised } of walk) yield { items: last?.items ?? [], promised };
      ended = true;
      // A walk hands out no page without anything new; records without an id are all that may stand on it.
      if (last !== undefined) yield { items: last.items, promised: last.totalCount };
    })(),
    verdict: () => (ended ? walk.verdict() : undefined),
  };
}

interface PageResult {
  readonly rows: readonly EventRow[];
  /** All of it was read by now. */
  readonly span: Span | undefined;
}

interface Outcome extends Omit<ReadResult, "asOf"> {
  readonly span: Span | undefined;
}

interface Course {
  take(page: RawPage, readAt: number): PageResult;
  countAdded(added: number): void;
  /** The limit is reached, or what follows is older than what was asked for. */
  isDone(): boolean;
  end(verdict: Verdict | undefined): Outcome;
}

/**
 * Follows the times of what comes: as long as they only fall, everything newer than the last of them was read. A service may take
 * an order and not keep to it, so they must have been seen to fall.
 */
function createCourse(wish: ReadWish, sort: string, serviceNow: () => number): Course {
  const { span, terms, limit } = wish;
  const requested = [...terms, ...scopeTerms(wish.scope)];
  const mismatch = { fields: new Set<string>(), count: 0 };
  const keys = new Set<string>();
  let added = 0;
  let order: "not-seen" | "falling" | "other" = sort === newestFirst ? "not-seen" : "other";
  let lowest = Number.POSITIVE_INFINITY;
  let promisedFirst: number | undefined;
  let top: number | undefined;
  const bottom = (): number => Math.max(span?.from ?? Number.NEGATIVE_INFINITY, serviceNow() - serviceRetentionMs);
  const spanFrom = (from: number): Span | undefined => {
    const candidate = { from: Math.max(from, bottom()), until: top ?? serviceNow() };
    return terms.length === 0 && mismatch.count === 0 && candidate.from < candidate.until ? candidate : undefined;
  };
  const isPast = (): boolean => order === "falling" && span !== undefined && lowest < span.from;
  return {
    take: ({ items, promised }, readAt) => {
      promisedFirst ??= promised;
      top ??= Math.min(span?.until ?? Number.POSITIVE_INFINITY, serviceNow());
      const fresh = items
        .map((record) => ({ record, row: rowOf(record, readAt) }))
        .filter(({ row }) => !keys.has(row.key));
      const { fields, count } = findMismatch(
        requested,
        undefined,
        fresh.map(({ record }) => record),
      );
      for (const field of fields) mismatch.fields.add(field);
      mismatch.count += count;
      const rows = fresh.map(({ row }) => row);
      for (const { key, at, timed } of rows) {
        keys.add(key);
        if (!timed) continue;
        if (at > lowest) order = "other";
        else if (at < lowest && Number.isFinite(lowest) && order === "not-seen") order = "falling";
        lowest = Math.min(lowest, at);
      }
      // Others of the same moment may stand on the next page. Kept in the order in which they happened, which is how they are told.
      return {
        rows: rows.toSorted((a, b) => a.at - b.at),
        span: order === "falling" ? spanFrom(lowest + 1) : undefined,
      };
    },
    countAdded: (count) => {
      added += count;
    },
    isDone: () => keys.size >= limit || isPast(),
    end: (verdict) => {
      const missing = Math.max(0, (promisedFirst ?? 0) - keys.size);
      const facts = { read: keys.size, added, promised: promisedFirst };
      const ended = verdict !== undefined || promisedFirst !== undefined;
      if (mismatch.count > 0) {
        const reason = mismatchWarning([...mismatch.fields], mismatch.count, keys.size);
        return { ...facts, complete: false, reason, span: undefined };
      }
      const complete = isPast() || (order === "falling" ? ended && missing === 0 : verdict?.complete === true);
      if (complete) return { ...facts, complete, reason: undefined, span: spanFrom(bottom()) };
      return { ...facts, complete: false, reason: reasonOf(verdict, missing), span: undefined };
    },
  };
}

function reasonOf(verdict: Verdict | undefined, missing: number): CodedText {
  if (verdict === undefined) return codedText("more-events-available");
  return verdict.reason ?? codedText("events-missing", { count: missing });
}

/** 400 on event lists, 1302 elsewhere (docs/service-facts.md#lists). */
function isSortRejected(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { status, serviceCode } = error.details ?? {};
  return status === 400 || serviceCode === 1302;
}
