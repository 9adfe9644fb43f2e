/** The cached lists, and which spans of them were read. Plain functions of the store's thread. */
import type { ReadSpan, Span } from "#shared/contract/events/event-schemas.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { addSpan, coverageOf, cutBefore, normalizeSpans } from "./spans.ts";
import type { StoredScope } from "./stored.ts";

export interface ScopeState {
  readonly spans: readonly ReadSpan[];
  readonly notOfferedAt: number | undefined;
}

export function findScope(db: ReadDb, connection: number, { kind, id }: StoredScope): number | undefined {
  return db.get<{ sid: number }>(
    "SELECT sid FROM event_scope WHERE connection = ? AND kind = ? AND id = ?",
    connection,
    kind,
    id,
  )?.sid;
}

export function ensureScope(db: WriteDb, connection: number, scope: StoredScope): number {
  return (
    findScope(db, connection, scope) ??
    db.run("INSERT INTO event_scope (connection, kind, id) VALUES (?, ?, ?)", connection, scope.kind, scope.id)
      .lastInsertRowid
  );
}

/** What was read of a list; a span read of the list of all events counts for every list. */
export function scopeState(db: ReadDb, connection: number, scope: StoredScope): ScopeState {
  const sid = findScope(db, connection, scope);
  const all = scope.kind === "all" ? undefined : findScope(db, connection, { kind: "all", id: "" });
  const [own, ofAll] = [sid, all].map((one) => (one === undefined ? [] : spansOf(db, one)));
  const notOffered = db.get<{ at: number | null }>(
    "SELECT not_offered_at AS at FROM event_scope WHERE sid = ?",
    sid ?? 0,
  );
  return {
    spans: normalizeSpans([...(own ?? []), ...(ofAll ?? [])]),
    notOfferedAt: notOffered?.at ?? undefined,
  };
}

/** For which endpoints all events of a span were read: all of them, or those whose own list was. */
export interface EndpointCoverage {
  readonly all: boolean;
  readonly endpoints: readonly string[];
}

/** Most endpoints whose own list is considered; beyond, an endpoint counts as not read. */
const mostOwnLists = 10_000;

export function endpointCoverage(db: ReadDb, connection: number, span: Span): EndpointCoverage {
  const all = findScope(db, connection, { kind: "all", id: "" });
  const ofAll = all === undefined ? [] : spansOf(db, all);
  if (coverageOf(normalizeSpans(ofAll), span).whole) return { all: true, endpoints: [] };
  const lists = db.all<{ sid: number; id: string }>(
    `SELECT sid, id FROM event_scope s WHERE connection = ? AND kind = 'endpoint'
      AND EXISTS (SELECT 1 FROM event_span p WHERE p.sid = s.sid AND p.until_at >= ?) LIMIT ${mostOwnLists}`,
    connection,
    span.until,
  );
  const covered = lists.filter(({ sid }) => coverageOf(normalizeSpans([...ofAll, ...spansOf(db, sid)]), span).whole);
  return { all: false, endpoints: covered.map(({ id }) => id) };
}

export function noteNotOffered(db: WriteDb, connection: number, scope: StoredScope, at: number): void {
  db.transaction(() => {
    db.run("UPDATE event_scope SET not_offered_at = ? WHERE sid = ?", at, ensureScope(db, connection, scope));
  });
}

/** Clears the note that the service does not offer the list. */
export function noteOffered(db: WriteDb, sid: number): void {
  db.run("UPDATE event_scope SET not_offered_at = NULL WHERE sid = ? AND not_offered_at IS NOT NULL", sid);
}

/** Rewrites only the spans that the new one touches. */
export function noteSpan(db: WriteDb, sid: number, span: ReadSpan): void {
  const adjacent = spansWhere(db, "sid = ? AND until_at >= ? AND from_at <= ?", sid, span.from, span.until);
  for (const { from } of adjacent) db.run("DELETE FROM event_span WHERE sid = ? AND from_at = ?", sid, from);
  writeSpans(db, sid, addSpan(adjacent, span));
}

/** Removes the spans before `floor`: events that leave the cache no longer count as read. */
export function cutSpans(db: WriteDb, connection: number, floor: number): void {
  const sids = db.all<{ sid: number }>(
    `SELECT DISTINCT p.sid FROM event_span p JOIN event_scope s ON s.sid = p.sid WHERE s.connection = ? AND p.from_at < ?`,
    connection,
    floor,
  );
  for (const { sid } of sids) {
    const old = spansWhere(db, "sid = ? AND from_at < ?", sid, floor);
    db.run("DELETE FROM event_span WHERE sid = ? AND from_at < ?", sid, floor);
    writeSpans(db, sid, cutBefore(old, floor));
  }
}

function writeSpans(db: WriteDb, sid: number, spans: readonly ReadSpan[]): void {
  for (const { from, until, oldest, newest } of spans) {
    db.run(
      "INSERT INTO event_span (sid, from_at, until_at, oldest, newest) VALUES (?, ?, ?, ?, ?)",
      sid,
      from,
      until,
      oldest,
      newest,
    );
  }
}

function spansOf(db: ReadDb, sid: number): ReadSpan[] {
  return spansWhere(db, "sid = ?", sid);
}

function spansWhere(db: ReadDb, condition: string, ...values: readonly number[]): ReadSpan[] {
  return db.all<ReadSpan>(
    `SELECT from_at AS "from", until_at AS until, oldest, newest FROM event_span WHERE ${condition} ORDER BY from_at`,
    ...values,
  );
}
