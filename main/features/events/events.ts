/** Events: read from the service, cached, followed, and merged with the other history of an endpoint. */
import { codedText } from "#shared/texts/coded-text.ts";
import {
  type EventField,
  type HistoryItem,
  type HistorySource,
  type events,
  historySourceSchema,
} from "#shared/contract/events/events.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { fetchEventPage } from "../../core/api/events.ts";
import { choicesOf, invalidInput } from "../../core/api/inputs.ts";
import { formatSort, parseSort, readQuery } from "../../core/api/query.ts";
import { isAppError } from "#shared/failure.ts";
import { createCacheHandlers } from "./cache-handlers.ts";
import { eventWarnings } from "./event-check.ts";
import { createFollower } from "./follow.ts";
import type { EventDeps, LiveDeps } from "./deps.ts";
import { checkScope, narrowed, readFilter, storedQuestion } from "./question.ts";
import { type Reader, createReader, newestFirst, serviceTime, wireFilter } from "./reader.ts";
import { coverageOf } from "./spans.ts";
import { type StoredQuestion, eventOf, rowOf, storedScope } from "./stored.ts";
import { t } from "#shared/texts/text.ts";
import { type MatchRule, type QueryField, queryFields } from "../../core/api/query-fields.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";

export interface EventsFeature {
  readonly handlers: Handlers<typeof events>;
  /** Removes the cached events of a removed connection; stops early when aborted. */
  deleteConnectionData(connectionId: number, signal?: AbortSignal): Promise<void>;
  /** Removes some cached events that are too old or too many; true while there may be more. */
  prune(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Events removed per step; other queries run in between. */
const dropAtOnce = 500;

export function createEvents(outer: EventDeps): EventsFeature {
  const { store, connections } = outer;
  const prune = (): Promise<boolean> => store.pruneEvents(outer.clock.now(), dropAtOnce);
  const deps: LiveDeps = {
    ...outer,
    onAdded: async (news) => {
      outer.onAdded(news);
      // As many steps as keep the cache from growing: the rounds of pruning wait while something is sent.
      for (let left = news.count; left > 0; left -= dropAtOnce) if (!(await prune())) return;
    },
  };
  const read = createReader(deps);
  const follower = createFollower({ ...deps, read });
  return {
    handlers: {
      ...createCacheHandlers(deps),
      ...createEventQueryHandlers(),
      ...createLive(deps, read),
      history: createHistory(deps),
      follow: async ({ connection: name, scope, lease }) => {
        checkScope(scope);
        return follower.follow(await connections.open(name), scope, lease);
      },
      unfollow: ({ lease }) => {
        follower.unfollow(lease);
        return Promise.resolve({});
      },
    },
    deleteConnectionData: async (connectionId, signal) => {
      await follower.removeConnection(connectionId);
      while (await store.deleteEvents(connectionId, dropAtOnce)) if (signal?.aborted === true) return;
    },
    prune,
    stop: () => follower.stop(),
  };
}

type Live = Pick<Handlers<typeof events>, "load" | "livePage">;

function createLive({ store, connections, clock, onAdded }: LiveDeps, read: Reader): Live {
  return {
    load: async ({ connection: name, scope, limit, filter: text, ...period }, { signal }) => {
      checkScope(scope);
      const filter = readFilter(text);
      const { from, until } = narrowed(filter, period);
      const connection = await connections.open(name);
      const now = serviceTime(clock.now(), connection);
      if (from !== undefined && until === undefined && from >= now) {
        throw invalidInput("from", codedText("period-starts-in-future"));
      }
      const end = until ?? now;
      const span =
        from === undefined && until === undefined ? undefined : { from: from ?? end - spanWithoutStart, until: end };
      const result = await read(connection, {
        scope,
        terms: filter.terms,
        span,
        limit,
        priority: ["click", "sync"],
        signal,
      });
      if (result.added > 0) await onAdded({ connection: connection.name, scope, count: result.added });
      const question = storedQuestion({ scope, filter: "", from: span?.from, until: span?.until }, connection.id, now);
      const { spans, notOfferedAt } = await store.scopeState(connection.id, question.scope);
      const { reason, promised, ...facts } = result;
      return {
        ...facts,
        reason,
        promised,
        coverage: coverageOf(spans, question.requested, notOfferedAt),
      };
    },
    livePage: async ({ connection: name, scope, filter, sort, page, perPage }, { signal }) => {
      checkScope(scope);
      const { terms, ...dates } = readFilter(filter);
      const { from, until } = narrowed({ terms, ...dates }, {});
      const span = from === undefined || until === undefined ? undefined : { from, until: until - 1 };
      const keys = parseSort("event", sort, true);
      const sorted = keys.length === 0 ? newestFirst : formatSort("event", keys, "spec");
      const connection = await connections.open(name);
      const asOf = clock.now();
      const answer = await fetchEventPage(connection.api, scope, {
        page,
        perPage,
        q: wireFilter(terms, span),
        sort: sorted,
        isSortOptional: keys.length === 0,
        priority: "click",
        signal,
      }).catch(async (error: unknown) => {
        if (isAppError(error, "not-offered")) await store.noteNotOffered(connection.id, storedScope(scope), asOf);
        throw error;
      });
      const rows = answer.items.map((record) => rowOf(record, asOf));
      const reading = { connection: connection.id, scope: storedScope(scope), readAt: asOf, rows, span: undefined };
      const { added } = await store.saveEvents(reading);
      if (added > 0) await onAdded({ connection: connection.name, scope, count: added });
      return {
        items: rows.map(({ key, at, record }) => eventOf({ eid: 0, key, at, readAt: asOf, record })),
        page: answer.page,
        asOf,
        warnings: eventWarnings({ terms, sort: keys, span }, answer),
        totalPages: answer.totalPages,
        total: answer.totalCount,
        hasNext: answer.hasNext,
      };
    },
  };
}

/** Span of a request without a start: the service's retention of 30 days, and one day as a margin. */
const spanWithoutStart = 31 * 86_400_000;

type QueryHandlers = Pick<Handlers<typeof events>, "fields" | "readQuery">;

/** The event fields that a filter bar offers, and parsing of filter texts. Pure. */
function createEventQueryHandlers(): QueryHandlers {
  return {
    fields: () => Promise.resolve({ fields: queryFields.event.map(describe) }),
    readQuery: ({ filter }) => Promise.resolve(readQuery("event", filter)),
  };
}

function describe(field: QueryField): EventField {
  const match = field.match === undefined ? undefined : matchOf(field.match);
  const closed = choicesOf("event", field.name);
  return {
    name: field.name,
    match,
    hint: hintOf(field.name, match),
    sortable: field.sortable,
    choices: closed === undefined ? undefined : closed.map(({ value, label }) => ({ key: value, label })),
  };
}

function matchOf(rule: MatchRule): NonNullable<EventField["match"]> {
  switch (rule.kind) {
    case "exact":
    case "term":
    case "text":
    case "address":
    case "range":
      return rule.kind;
    case "wildcard":
    case "startsWith":
    case "exactOver":
    case "age":
      throw new Error("no field of events is compared in this way");
  }
}

function hintOf(name: string, match: EventField["match"]): string {
  switch (match) {
    case "exact":
      return name === "type" ? t(($) => $.events.fieldHelp.number) : t(($) => $.events.fieldHelp.exact);
    case "term":
      return t(($) => $.events.fieldHelp.term);
    case "text":
      return t(($) => $.events.fieldHelp.text);
    case "address":
      return t(($) => $.events.fieldHelp.address);
    case "range":
      return t(($) => $.events.fieldHelp.range);
    case undefined:
      return t(($) => $.events.fieldHelp.sortOnly);
  }
}

// The history of an endpoint in one list: events, messages and changes between syncs, newest first, from the cache.

type Line = HistoryItem;
type Answer = Handlers<typeof events>["history"];

/** Where a page ended. */
interface LinePlace {
  readonly at: number;
  readonly source: HistorySource;
  readonly key: string;
}

function createHistory(deps: Pick<EventDeps, "store" | "connections" | "clock" | "history">): Answer {
  const { store, connections, clock, history } = deps;
  const handler: Answer = async (query) => {
    const connection = await connections.open(query.connection);
    const { endpoint, limit } = query;
    const sources = new Set(query.sources ?? historySourceSchema.options);
    const scope = { of: "endpoint", id: endpoint } as const;
    const { from = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER } = query;
    const now = serviceTime(clock.now(), connection);
    const question = storedQuestion({ scope, filter: "", from: query.from, until: query.until }, connection.id, now);
    const identity = JSON.stringify([endpoint, [...sources].toSorted(), query.from, query.until]);
    const after = query.cursor === undefined ? undefined : readPlace(identity, query.cursor);
    const [state, messages, changes, eventLines] = await Promise.all([
      store.scopeState(connection.id, question.scope),
      history.messages(connection.id, endpoint),
      history.changes(connection.id, endpoint),
      sources.has("event") ? eventsBehind({ ...question, from, until }, after, limit + 1) : [],
    ]);
    const otherLines: Line[] = [
      ...(sources.has("sms") ? messages.items.map(messageLine) : []),
      ...(sources.has("change") ? changes.items.map(changeLine) : []),
    ].filter(({ at }) => at >= from && at < until);
    const lines = mergeLines([eventLines, otherLines], after, limit + 1);
    const items = lines.slice(0, limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor:
        lines.length > limit && last !== undefined
          ? writeCursor(identity, [last.at, last.source, last.key])
          : undefined,
      coverage: {
        events: coverageOf(state.spans, question.requested, state.notOfferedAt),
        sms: messages.read,
        changes: changes.span,
      },
    };
  };
  return handler;

  async function eventsBehind(question: StoredQuestion, after: LinePlace | undefined, limit: number): Promise<Line[]> {
    // Within one moment events come first: after a line of another kind, no event of that moment is left.
    const isEvent = after?.source === "event";
    const until = after === undefined ? question.until : Math.min(question.until, isEvent ? after.at + 1 : after.at);
    const place = after !== undefined && isEvent ? { at: after.at, key: after.key } : undefined;
    const rows = await store.listEvents({ ...question, until }, { order: "newest", limit, after: place });
    return rows.map((row) => ({ source: "event", key: row.key, at: row.at, event: eventOf(row) }));
  }
}

function messageLine({ at, message }: { readonly at: number; readonly message: Message }): Line {
  return { source: "sms", key: message.key, at, message };
}

function changeLine(change: Extract<Line, { readonly source: "change" }>["change"]): Line {
  return { source: "change", key: String(change.snapshot), at: change.at, change };
}

/**
 * The first `limit` lines after a place, newest first; within one moment events, then messages, then changes. Events of one moment keep the
 * order of `listed`; other lines are ordered by key.
 */
export function mergeLines(
  [listed, unsorted]: readonly [readonly Line[], readonly Line[]],
  after: LinePlace | undefined,
  limit: number,
): Line[] {
  const behind = unsorted.filter((line) => after === undefined || compareLines(after, line) < 0);
  return [...listed, ...behind.toSorted(compareLines)].toSorted(compareMoments).slice(0, limit);
}

/** Negative when `a` comes before `b`. */
export function compareLines(a: LinePlace, b: LinePlace): number {
  const byMoment = compareMoments(a, b);
  if (byMoment !== 0) return byMoment;
  if (a.key.length !== b.key.length) return b.key.length - a.key.length;
  return a.key === b.key ? 0 : a.key < b.key ? 1 : -1;
}

function compareMoments(a: LinePlace, b: LinePlace): number {
  return b.at - a.at || rank(a) - rank(b);
}

function rank({ source }: Pick<LinePlace, "source">): number {
  return historySourceSchema.options.indexOf(source);
}

const placeSchema = z.tuple([z.number(), historySourceSchema, z.string()]);

function readPlace(identity: string, cursor: string): LinePlace {
  const [at, source, key] = readCursor(identity, cursor, placeSchema);
  return { at, source, key };
}
