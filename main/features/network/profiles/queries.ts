/** Service profiles as last read. These functions run in the store thread. A reading older than the stored one changes nothing. */
import type { ListGap } from "../../../core/api/record-list.ts";
import type { Change } from "../../../core/journal/change.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

export interface ProfileRecord {
  readonly id: string;
  /** JSON. */
  readonly record: string;
}

export type ReadingState = "read" | "not-offered";

export interface ProfileReading {
  readonly state: ReadingState;
  readonly as_of: number;
  readonly gap?: ListGap | null;
}

export interface ProfileDetailRow extends ProfileReading {
  readonly id: string;
  readonly record: string | null;
}

export interface CachedProfiles {
  readonly reading: ProfileReading | undefined;
  readonly listed: readonly ProfileRecord[];
  readonly details: readonly ProfileDetailRow[];
  /** Changes from here, oldest first. */
  readonly changes: readonly Change[];
}

export const profileQueries = {
  load: (db: ReadDb, connection: number): Omit<CachedProfiles, "changes"> => ({
    reading: db.get<ProfileReading>("SELECT state, as_of, gap FROM profile_reading WHERE connection = ?", connection),
    listed: db.all<ProfileRecord>("SELECT id, record FROM profile_listed WHERE connection = ?", connection),
    details: db.all<ProfileDetailRow>(
      "SELECT id, state, record, as_of FROM profile_detail WHERE connection = ?",
      connection,
    ),
  }),

  /** Saves a list; without `records`, that the service has none. Records of an earlier list stay, with their age. */
  saveList(
    db: WriteDb,
    connection: number,
    asOf: number,
    records: readonly ProfileRecord[] | undefined,
    gap?: ListGap,
  ): void {
    db.transaction(() => {
      const before = db.get<ProfileReading>("SELECT as_of FROM profile_reading WHERE connection = ?", connection);
      if (before !== undefined && before.as_of > asOf) return;
      const state: ReadingState = records === undefined ? "not-offered" : "read";
      const hasRecords = db.get("SELECT 1 FROM profile_listed WHERE connection = ? LIMIT 1", connection) !== undefined;
      db.run(
        "INSERT OR REPLACE INTO profile_reading (connection, state, as_of, gap) VALUES (?, ?, ?, ?)",
        connection,
        state,
        records === undefined && hasRecords ? (before?.as_of ?? asOf) : asOf,
        gap ?? null,
      );
      if (records === undefined) return;
      db.run("DELETE FROM profile_listed WHERE connection = ?", connection);
      for (const { id, record } of records) {
        db.run(
          "INSERT OR REPLACE INTO profile_listed (connection, id, record) VALUES (?, ?, ?)",
          connection,
          id,
          record,
        );
      }
    });
  },

  /**
   * Saves the detail of a profile. Without `record` the service offers none, and an earlier record stays with its age.
   */
  saveDetail(db: WriteDb, connection: number, id: string, asOf: number, record: string | undefined): void {
    db.run(
      `INSERT INTO profile_detail (connection, id, state, record, as_of) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET state = excluded.state, record = coalesce(excluded.record, record),
          as_of = CASE WHEN excluded.record IS NULL AND record IS NOT NULL THEN as_of ELSE excluded.as_of END
        WHERE as_of <= excluded.as_of`,
      connection,
      id,
      record === undefined ? "not-offered" : "read",
      record ?? null,
      asOf,
    );
  },

  /** Removes a profile that the service reports as missing. */
  dropProfile(db: WriteDb, connection: number, id: string): void {
    db.transaction(() => {
      for (const table of ["profile_listed", "profile_detail"])
        db.run(`DELETE FROM ${table} WHERE connection = ? AND id = ?`, connection, id);
    });
  },

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["profile_reading", "profile_listed", "profile_detail"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
