/** The lists of the service as last read, and the details of profiles. These functions run in the store thread. A reading older than the stored one changes nothing. */
import type { ListedRecord, ListGap } from "../../core/api/record-list.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { isEarlierReading, replacesReading } from "../../core/store/sql.ts";

export type ListKind = "dns" | "profile" | "stream" | "callback";

export interface Reading {
  readonly state: "read" | "not-offered";
  readonly as_of: number;
  readonly gap?: ListGap | null;
}

export interface ListedRow {
  readonly id: string;
  /** JSON. */
  readonly record: string;
  readonly as_of: number;
}

export interface StoredList {
  readonly reading: Reading | undefined;
  readonly listed: readonly ListedRow[];
}

export interface ProfileDetailRow extends Reading {
  readonly id: string;
  readonly record: string | null;
}

const selectReading = "SELECT state, as_of, gap FROM network_reading WHERE connection = ? AND kind = ?";
const selectListed = "SELECT id, record, as_of FROM network_listed WHERE connection = ? AND kind = ?";
const insertReading =
  "INSERT OR REPLACE INTO network_reading (connection, kind, state, as_of, gap) VALUES (?, ?, ?, ?, ?)";
/** Skips objects that were deleted after the reading began. */
const insertListed = `INSERT OR REPLACE INTO network_listed (connection, kind, id, record, as_of)
  SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
    SELECT 1 FROM change WHERE connection = ?1 AND resource = ?2 AND action = 'delete' AND subject = ?3 AND state = 'applied'
      AND coalesce(ended, at) >= ?5)`;

export const networkQueries = {
  load: (db: ReadDb, connection: number, kind: ListKind): StoredList => ({
    reading: db.get<Reading>(selectReading, connection, kind),
    listed: db.all<ListedRow>(selectListed, connection, kind),
  }),

  /** Saves a list; without `records`, that the service has none. Records of an earlier list stay, with their age. */
  saveList(
    db: WriteDb,
    connection: number,
    kind: ListKind,
    asOf: number,
    records: readonly ListedRecord[] | undefined,
    gap?: ListGap,
  ): void {
    db.transaction(() => {
      const { reading: before, listed } = networkQueries.load(db, connection, kind);
      if (before !== undefined && isEarlierReading(asOf, before.as_of)) return;
      const state: Reading["state"] = records === undefined ? "not-offered" : "read";
      const readAt = records === undefined && listed.length > 0 ? (before?.as_of ?? asOf) : asOf;
      db.run(insertReading, connection, kind, state, readAt, gap ?? null);
      if (records === undefined) return;
      db.run("DELETE FROM network_listed WHERE connection = ? AND kind = ?", connection, kind);
      for (const one of records) networkQueries.saveRecord(db, connection, kind, asOf, one);
    });
  },

  saveRecord: (db: WriteDb, connection: number, kind: ListKind, asOf: number, { id, record }: ListedRecord): void => {
    db.run(insertListed, connection, kind, id, JSON.stringify(record), asOf);
  },

  /** Removes an object that was deleted, or that the service reports as missing. */
  dropRecord(db: WriteDb, connection: number, kind: ListKind, id: string): void {
    db.transaction(() => {
      db.run("DELETE FROM network_listed WHERE connection = ? AND kind = ? AND id = ?", connection, kind, id);
      if (kind === "profile") db.run("DELETE FROM profile_detail WHERE connection = ? AND id = ?", connection, id);
    });
  },

  loadDetails: (db: ReadDb, connection: number): readonly ProfileDetailRow[] =>
    db.all("SELECT id, state, record, as_of FROM profile_detail WHERE connection = ?", connection),

  /** Saves the detail of a profile. Without `record` the service offers none, and an earlier record stays with its age. */
  saveDetail(db: WriteDb, connection: number, id: string, asOf: number, record: object | undefined): void {
    db.run(
      `INSERT INTO profile_detail (connection, id, state, record, as_of) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET state = excluded.state, record = coalesce(excluded.record, record),
          as_of = CASE WHEN excluded.record IS NULL AND record IS NOT NULL THEN as_of ELSE excluded.as_of END
        WHERE ${replacesReading("excluded.as_of", "as_of")}`,
      connection,
      id,
      record === undefined ? "not-offered" : "read",
      record === undefined ? null : JSON.stringify(record),
      asOf,
    );
  },

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["network_reading", "network_listed", "profile_detail"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
