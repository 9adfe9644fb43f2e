/**
 * Adds events to the cache and removes them. Plain functions of the store's thread.
 *
 * Invariants: an event is stored once per connection; a span is recorded as read only in the transaction that stores its events; spans are
 * cut before their events are removed.
 */
import type { Span } from "#shared/contract/events/event-schemas.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { recordContact } from "../../core/store/endpoint-contacts.ts";
import { retentionCutoff } from "../../core/store/retention.ts";
import { cutSpans, ensureScope, noteOffered, noteSpan } from "./queries-scopes.ts";
import { boundKey, contactSourceOf, type EventRow, type StoredScope } from "./stored.ts";

export interface Reading {
  readonly connection: number;
  readonly scope: StoredScope;
  readonly readAt: number;
  readonly rows: readonly EventRow[];
  /** A span that was read completely. */
  readonly span: Span | undefined;
}

export interface SaveCounts {
  readonly added: number;
  /** Cached events whose record has changed. */
  readonly changed: number;
}

export function saveEvents(db: WriteDb, { connection, scope, readAt, rows, span }: Reading): SaveCounts {
  return db.transaction(() => {
    const sids = new Map<string, number>();
    const sidOf = (one: StoredScope): number => {
      const name = `${one.kind} ${one.id}`;
      const sid = sids.get(name) ?? ensureScope(db, connection, one);
      sids.set(name, sid);
      return sid;
    };
    const requestedSid = sidOf(scope);
    let added = 0;
    let changed = 0;
    for (const row of rows) {
      // In the list of an endpoint, a record may lack it. One that names another belongs to that one only.
      const endpoint = row.endpoint ?? (scope.kind === "endpoint" ? scope.id : undefined);
      const isOther = scope.kind === "endpoint" && endpoint !== scope.id;
      const lists = new Set([...(isOther ? [] : [requestedSid]), ...row.scopes.map(sidOf)]);
      const result = saveEvent(db, { connection, readAt, row, lists });
      if (result === "added") added += 1;
      if (result === "changed") changed += 1;
      const source = contactSourceOf(row);
      const isNew = result !== "known" || row.endpoint === undefined;
      if (isNew && source !== undefined && endpoint !== undefined) {
        // A contact is not later than its reading; one dated in the future would count as recent until then.
        recordContact(db, connection, endpoint, { at: Math.min(row.at, readAt), source });
      }
    }
    for (const kind of ["type", "source"] as const) saveLabels(db, connection, kind, rows);
    noteOffered(db, requestedSid);
    if (span !== undefined && span.from < span.until) {
      noteSpan(db, requestedSid, { ...span, oldest: readAt, newest: readAt });
    }
    return { added, changed };
  });
}

interface OneEvent {
  readonly connection: number;
  readonly readAt: number;
  readonly row: EventRow;
  readonly lists: ReadonlySet<number>;
}

function saveEvent(db: WriteDb, event: OneEvent): "added" | "changed" | "known" {
  const { connection, row, lists } = event;
  const before = db.get<{ eid: number; at: number; record: string }>(
    `SELECT e.eid, e.at, r.record FROM event e JOIN event_record r ON r.eid = e.eid WHERE e.connection = ? AND e.id = ?`,
    connection,
    boundKey(row.key),
  );
  if (before === undefined) {
    const eid = insert(db, event);
    list(db, eid, row.at, row, lists);
    return "added";
  }
  // An event without a readable time keeps its first place.
  const at = row.timed ? row.at : before.at;
  if (before.record === row.record) {
    list(db, before.eid, at, row, lists);
    return "known";
  }
  db.run(
    `UPDATE event SET at = ?, timed = ?, severity = ?, type = ?, source = ?, alert = ?, endpoint = ?, words = ?, sought = ?
      WHERE eid = ?`,
    at,
    ...columns(row),
    before.eid,
  );
  db.run("UPDATE event_record SET record = ? WHERE eid = ?", row.record, before.eid);
  const listed = db.all<{ sid: number }>("SELECT sid FROM event_in WHERE eid = ?", before.eid);
  db.run("DELETE FROM event_in WHERE eid = ?", before.eid);
  list(db, before.eid, at, row, new Set([...listed.map(({ sid }) => sid), ...lists]));
  return "changed";
}

function insert(db: WriteDb, { connection, readAt, row }: OneEvent): number {
  const { lastInsertRowid: eid } = db.run(
    `INSERT INTO event (connection, id, read_at, at, timed, severity, type, source, alert, endpoint, words, sought)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    connection,
    boundKey(row.key),
    readAt,
    row.at,
    ...columns(row),
  );
  db.run("INSERT INTO event_record (eid, record) VALUES (?, ?)", eid, row.record);
  return eid;
}

function columns(row: EventRow): (string | number | null)[] {
  const { timed, severity, type, source, alert, endpoint, descriptionTokens, searchText } = row;
  const flag = alert === undefined ? null : Number(alert);
  return [
    Number(timed),
    severity,
    type?.key ?? null,
    source?.key ?? null,
    flag,
    endpoint ?? null,
    descriptionTokens,
    searchText,
  ];
}

function list(db: WriteDb, eid: number, at: number, row: EventRow, lists: ReadonlySet<number>): void {
  for (const sid of lists) {
    db.run(
      "INSERT OR IGNORE INTO event_in (sid, at, id, eid, severity) VALUES (?, ?, ?, ?, ?)",
      sid,
      at,
      boundKey(row.key),
      eid,
      row.severity,
    );
  }
}

function saveLabels(db: WriteDb, connection: number, kind: "type" | "source", rows: readonly EventRow[]): void {
  const labels = new Map(rows.flatMap((row) => (row[kind] === undefined ? [] : [[row[kind].key, row[kind].label]])));
  for (const [key, label] of labels) {
    db.run(
      `INSERT INTO event_word (connection, kind, key, label) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET label = excluded.label WHERE label <> excluded.label AND excluded.label <> excluded.key`,
      connection,
      kind,
      key ?? "",
      label ?? "",
    );
  }
}

/** Number of events cached per connection. */
const maxEvents = 200_000;

/** Removes some events that are too old or too many; true while there may be more. The spans that cover them are cut first. */
export function pruneEvents(db: WriteDb, nowMs: number, atOnce: number): boolean {
  const floor = retentionCutoff(db, "events", nowMs);
  const connections = db.all<{ id: number }>("SELECT DISTINCT connection AS id FROM event_scope");
  return connections.some(({ id }) =>
    db.transaction(() => {
      const before = firstBeyond(db, id, floor);
      cutSpans(db, id, before);
      return dropEvents(db, id, before, atOnce);
    }),
  );
}

/** The moment before which events are removed. */
function firstBeyond(db: ReadDb, connection: number, floor: number): number {
  const beyond = db.get<{ at: number }>(
    "SELECT at FROM event WHERE connection = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
    connection,
    maxEvents,
  );
  return beyond === undefined ? floor : Math.max(floor, beyond.at + 1);
}

/** Removes some events older than `before`; true while there are more. */
function dropEvents(db: WriteDb, connection: number, before: number, atOnce: number): boolean {
  const old = db.all<{ eid: number }>(
    "SELECT eid FROM event WHERE connection = ? AND at < ? ORDER BY at LIMIT ?",
    connection,
    before,
    atOnce,
  );
  for (const { eid } of old) dropEvent(db, eid);
  return old.length === atOnce;
}

/** Removes some of the cached events of a connection; true while there are more. Spans are removed first. */
export function deleteEvents(db: WriteDb, connection: number, atOnce: number): boolean {
  return db.transaction(() => {
    db.run("DELETE FROM event_span WHERE sid IN (SELECT sid FROM event_scope WHERE connection = ?)", connection);
    if (dropEvents(db, connection, Number.MAX_SAFE_INTEGER, atOnce)) return true;
    db.run("DELETE FROM event_scope WHERE connection = ?", connection);
    db.run("DELETE FROM event_word WHERE connection = ?", connection);
    return false;
  });
}

function dropEvent(db: WriteDb, eid: number): void {
  db.run("DELETE FROM event_in WHERE eid = ?", eid);
  db.run("DELETE FROM event_record WHERE eid = ?", eid);
  db.run("DELETE FROM event WHERE eid = ?", eid);
}

/** Increases with every event that is added. */
export function arrivalMark(db: ReadDb): number {
  return db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'event'")?.seq ?? 0;
}
