/** Streams and callbacks as last read, and the register of creations. These functions run in the store thread. */
import type { ListGap } from "../../../core/api/record-list.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

export type Kind = "stream" | "callback";

export interface Reading {
  readonly state: "read" | "not-offered";
  readonly as_of: number;
  readonly gap?: ListGap | null;
}

export interface ListedRow {
  readonly id: string;
  /** JSON without secrets. */
  readonly record: string;
  readonly as_of: number;
}

export type EntryState = "unknown" | "created" | "not-created";

export interface EntryRow {
  readonly entry: number;
  readonly kind: Kind;
  readonly state: EntryState;
  readonly sent_at: number;
  /** When the answer arrived or was lost, or when the entry was resolved later; null while the request is in flight. */
  readonly settled_at: number | null;
  readonly answer: string;
  /** JSON of the validated form. */
  readonly form: string;
  /** JSON of the requests as sent. */
  readonly sent: string;
  /** JSON of the ids in the list before the creation; null where the service has no list. */
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

  /** Saves a list; without records, that the service has none. A list older than the stored one changes nothing. */
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

  /**
   * Marks requests in flight at the end of the former process: their answers no longer arrive, and each may have been
   * sent at any moment until now.
   */
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

  /**
   * Sets the outcome of an entry that is still unknown; false where the entry is resolved or belongs to another
   * connection.
   */
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

  /** For an entry that certainly was not sent, or was rejected. */
  drop: (db: WriteDb, entry: number): void => {
    db.run("DELETE FROM stream_entry WHERE entry = ?", entry);
  },

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["stream_reading", "stream_listed", "stream_entry"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
