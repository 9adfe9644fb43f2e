/** Streams and callbacks as read, and the register of creations; these functions run in the store's thread. */
import type { ListGap } from "../../api/record-list.ts";
import type { ReadDb, WriteDb } from "../../store/db.ts";

export type Kind = "stream" | "callback";

export interface Reading {
  readonly state: "read" | "not-offered";
  readonly as_of: number;
  readonly gap?: ListGap | null;
}

export interface ListedRow {
  readonly id: string;
  /** JSON, without anything secret. */
  readonly record: string;
  readonly as_of: number;
}

export type EntryState = "unknown" | "created" | "not-created";

export interface EntryRow {
  readonly entry: number;
  readonly kind: Kind;
  readonly state: EntryState;
  readonly sent_at: number;
  /** When its answer was there or was lost, or something settled it later; null while it is on its way. */
  readonly settled_at: number | null;
  readonly answer: string;
  /** JSON of what was filled in, checked. */
  readonly form: string;
  /** JSON of the requests as they were sent. */
  readonly sent: string;
  /** JSON of the ids that were in the service's list before; null where it has none. */
  readonly known: string | null;
  readonly id: string | null;
}

export interface NewEntry {
  readonly connection: number;
  readonly kind: Kind;
  readonly at: number;
  readonly answer: string;
  readonly form: string;
  readonly sent: string;
  readonly previousIds: string | undefined;
}

export interface EntryResolution {
  readonly state: EntryState;
  readonly at: number;
  readonly answer: string;
  readonly id: string | undefined;
}

export interface CachedList {
  readonly reading: Reading | undefined;
  readonly listed: readonly ListedRow[];
  /** Newest first. */
  readonly entries: readonly EntryRow[];
}

export const streamQueries = {
  load: (db: ReadDb, connection: number, kind: Kind): CachedList => ({
    reading: db.get<Reading>(
      "SELECT state, as_of, gap FROM stream_reading WHERE connection = ? AND kind = ?",
      connection,
      kind,
    ),
    listed: db.all<ListedRow>(
      "SELECT id, record, as_of FROM stream_listed WHERE connection = ? AND kind = ?",
      connection,
      kind,
    ),
    entries: db.all<EntryRow>(
      `SELECT entry, kind, state, sent_at, settled_at, answer, form, sent, known, id FROM stream_entry
        WHERE connection = ? AND kind = ? ORDER BY entry DESC`,
      connection,
      kind,
    ),
  }),

  /** A list, or that there is none; an older one than the one that is kept changes nothing. */
  saveList(
    db: WriteDb,
    connection: number,
    kind: Kind,
    asOf: number,
    records: readonly Omit<ListedRow, "as_of">[] | undefined,
    gap?: ListGap,
  ): void {
    db.transaction(() => {
      const before = db.get<Reading>(
        "SELECT state, as_of FROM stream_reading WHERE connection = ? AND kind = ?",
        connection,
        kind,
      );
      if (before !== undefined && before.as_of > asOf) return;
      db.run(
        "INSERT OR REPLACE INTO stream_reading (connection, kind, state, as_of, gap) VALUES (?, ?, ?, ?, ?)",
        connection,
        kind,
        records === undefined ? "not-offered" : "read",
        asOf,
        gap ?? null,
      );
      if (records === undefined) return;
      db.run("DELETE FROM stream_listed WHERE connection = ? AND kind = ?", connection, kind);
      for (const { id, record } of records) streamQueries.saveRecord(db, connection, kind, asOf, { id, record });
    });
  },

  saveRecord: (
    db: WriteDb,
    connection: number,
    kind: Kind,
    asOf: number,
    { id, record }: Omit<ListedRow, "as_of">,
  ): void => {
    db.run(
      "INSERT OR REPLACE INTO stream_listed (connection, kind, id, record, as_of) VALUES (?, ?, ?, ?, ?)",
      connection,
      kind,
      id,
      record,
      asOf,
    );
  },

  begin: (db: WriteDb, { connection, kind, at, answer, form, sent, previousIds }: NewEntry): number =>
    db.run(
      `INSERT INTO stream_entry (connection, kind, state, sent_at, answer, form, sent, known)
        VALUES (?, ?, 'unknown', ?, ?, ?, ?, ?)`,
      connection,
      kind,
      at,
      answer,
      form,
      sent,
      previousIds ?? null,
    ).lastInsertRowid,

  /** What was on its way when the program ended: nobody waits for its answer any more, and it may have left at any moment until now. */
  endAll: (db: WriteDb, now: number): void => {
    db.run("UPDATE stream_entry SET settled_at = ? WHERE state = 'unknown' AND settled_at IS NULL", now);
  },

  resolveEntry: (db: WriteDb, entry: number, { state, at, answer, id }: EntryResolution): void => {
    db.run(
      "UPDATE stream_entry SET state = ?, settled_at = ?, answer = ?, id = coalesce(?, id) WHERE entry = ?",
      state,
      at,
      answer,
      id ?? null,
      entry,
    );
  },

  /** Only of one that is still unknown: false when it is not, or not of this connection. */
  reportOutcome: (
    db: WriteDb,
    connection: number,
    entry: number,
    { state, at, answer }: Omit<EntryResolution, "id">,
  ): boolean =>
    db.run(
      `UPDATE stream_entry SET state = ?, settled_at = ?, answer = ?
        WHERE entry = ? AND connection = ? AND state = 'unknown'`,
      state,
      at,
      answer,
      entry,
      connection,
    ).changes > 0,

  /** For one that was certainly not sent, or refused. */
  drop: (db: WriteDb, entry: number): void => {
    db.run("DELETE FROM stream_entry WHERE entry = ?", entry);
  },

  forget(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["stream_reading", "stream_listed", "stream_entry"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
