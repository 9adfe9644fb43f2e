/** Streams and callbacks as last read. These functions run in the store thread. */
import type { ListGap } from "../../../core/api/record-list.ts";
import type { Change } from "../../../core/journal/change.ts";
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

export interface CachedList {
  readonly reading: Reading | undefined;
  readonly listed: readonly ListedRow[];
  /** Creations from here, newest first. */
  readonly entries: readonly Change[];
  /** The grace period of the connection. */
  readonly graceMs: number;
}

export const streamQueries = {
  load: (db: ReadDb, connection: number, kind: Kind): Pick<CachedList, "reading" | "listed"> => ({
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

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["stream_reading", "stream_listed"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
