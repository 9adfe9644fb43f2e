/** The history of an endpoint in one list: events, messages and changes between syncs, newest first, from the cache. */
import type { events, HistoryItem, HistorySource } from "#shared/contract/events/events.ts";
import { historySourceSchema } from "#shared/contract/events/events.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import type { EventDeps } from "./deps.ts";
import { storedQuestion } from "./question.ts";
import { serviceTime } from "./reader.ts";
import { coverageOf } from "./spans.ts";
import { eventOf, type StoredQuestion } from "./stored.ts";

type Line = HistoryItem;
type Answer = Handlers<typeof events>["history"];

/** Where a page ended. */
export interface LinePlace {
  readonly at: number;
  readonly source: HistorySource;
  readonly key: string;
}

export function createHistory(deps: Pick<EventDeps, "store" | "connections" | "clock" | "history">): Answer {
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
