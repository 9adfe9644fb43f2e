/**
 * Reads a list of events from the service into the cache, newest first, page by page.
 *
 * Invariants: a span is recorded as read only in the same step that stores its last events; a read with a filter, or with records that do
 * not match the request, records no span; a time before the service's retention is never recorded as read.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { EventScope, Span } from "#shared/contract/events/event-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { fetchEventPage } from "../../core/api/events.ts";
import { type FilterTerm, formatFilter } from "../../core/api/query.ts";
import { type Page, mismatchWarning } from "../../core/api/paging.ts";
import type { Priority } from "../../core/api/priority.ts";
import { type WalkVerdict, walkPages } from "../../core/api/walk.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { findMismatch, scopeTerms } from "./event-check.ts";
import { type EventConnection, type EventDeps, serviceRetentionMs } from "./deps.ts";
import { type EventRow, rowOf, storedScope } from "./stored.ts";

export interface ReadRequest {
  readonly scope: EventScope;
  readonly terms: readonly FilterTerm[];
  /** The service takes both ends or none. */
  readonly span: Span | undefined;
  /** Maximum number of events in total. */
  readonly limit: number;
  /** Priority of the first page, and of the others. */
  readonly priority: readonly [Priority, Priority];
  readonly signal: AbortSignal;
}

interface ReadResult {
  readonly read: number;
  readonly added: number;
  readonly complete: boolean;
  readonly reason: CodedText | undefined;
  readonly promised: number | undefined;
  readonly asOf: number;
}

export type Reader = (connection: EventConnection, request: ReadRequest) => Promise<ReadResult>;

export const newestFirst = "-timestamp";
const mostPerPage = 1000;
/** Rows saved per step of the store's thread; other queries run in between. */
const rowsAtOnce = 200;

export function createReader({ store, clock }: Pick<EventDeps, "store" | "clock">): Reader {
  return async (connection, request) => {
    const asOf = clock.now();
    try {
      return await read(newestFirst);
    } catch (error) {
      if (isSortRejected(error)) return await read("id");
      if (isAppError(error, "not-offered")) {
        await store.noteNotOffered(connection.id, storedScope(request.scope), asOf);
      }
      throw error;
    }

    async function read(sort: string): Promise<ReadResult> {
      const place = { connection: connection.id, scope: storedScope(request.scope), readAt: asOf };
      const course = createCourse(request, sort, () => serviceTime(asOf, connection));
      const walk = openWalk(connection, request, sort);
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

/** The service's time at local time `now`; the local time until an answer has shown the difference. */
export function serviceTime(now: number, { api }: Pick<EventConnection, "api">): number {
  return now + (api.clockOffsetMs() ?? 0);
}

/** The filter as sent; the service takes whole seconds, and both ends or none (docs/service-facts.md#lists). */
export function wireFilter(terms: readonly FilterTerm[], span: Span | undefined): string {
  if (span === undefined) return formatFilter("event", terms, "spec");
  const from = { field: "from", value: second(Math.floor(span.from / 1000)) };
  const until = { field: "until", value: second(Math.ceil(span.until / 1000)) };
  return formatFilter("event", [...terms, from, until], "spec");
}

function second(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** The start of each portion of a page, and whether it is the last one. A page without rows is one portion. */
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
  /** Pages as received, including records that the walk skips: those without an id, and repeated ones. */
  readonly pages: AsyncIterable<RawPage>;
  /** Whether a list ordered by id was read completely; undefined when the walk was stopped early. */
  verdict(): Verdict | undefined;
}

/** Reads one page after another, so that the part read has no gaps. */
function openWalk({ api }: EventConnection, request: ReadRequest, sort: string): OpenWalk {
  const { scope, terms, span, limit, priority, signal } = request;
  const q = wireFilter(terms, span);
  const perPage = Math.min(limit, mostPerPage);
  let last: Page | undefined;
  const walk = walkPages({
    concurrency: 1,
    signal,
    fetch: async (page, walkSignal) => {
      const pagePriority = page === 1 ? priority[0] : priority[1];
      const isSortOptional = sort !== newestFirst;
      const query = { page, perPage, q, sort, isSortOptional, priority: pagePriority, signal: walkSignal };
      last = await fetchEventPage(api, scope, query);
      return last;
    },
  });
  let ended = false;
  return {
    pages: (async function* () {
      for await (const { announced: promised } of walk) yield { items: last?.items ?? [], promised };
      ended = true;
      // The walk yields no page without new ids, but such a page may hold records without an id.
      if (last !== undefined) yield { items: last.items, promised: last.totalCount };
    })(),
    verdict: () => (ended ? walk.verdict() : undefined),
  };
}

interface PageResult {
  readonly rows: readonly EventRow[];
  /** The span that was read completely so far. */
  readonly span: Span | undefined;
}

interface Outcome extends Omit<ReadResult, "asOf"> {
  readonly span: Span | undefined;
}

interface Course {
  take(page: RawPage, readAt: number): PageResult;
  countAdded(added: number): void;
  /** The limit is reached, or the remaining events are older than requested. */
  isDone(): boolean;
  end(verdict: Verdict | undefined): Outcome;
}

/**
 * Tracks the times of the records: while they only fall, everything newer than the last record was read. A service may accept a sort order
 * and ignore it, so the times must actually have been seen to fall.
 */
function createCourse(request: ReadRequest, sort: string, serviceNow: () => number): Course {
  const { span, terms, limit } = request;
  const requested = [...terms, ...scopeTerms(request.scope)];
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
      // The next page may have more events of the last moment, so the span begins after it. Sorted by time, because followers receive
      // events in order of arrival.
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
