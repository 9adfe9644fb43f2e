/**
 * Service profiles as last read, and local changes. These functions run in the store thread.
 *
 * Invariants: a reading older than the stored one changes nothing; a change is stored before it is sent.
 */
import type { ListGap } from "../../../core/api/record-list.ts";
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

export type ProfileChangeState = "unknown" | "done" | "refused" | "not-applied";

export interface ProfileChangeRow {
  readonly change: number;
  readonly kind: "create" | "callback" | "update";
  readonly state: ProfileChangeState;
  readonly at: number;
  /** When the answer arrived or was lost; null while the request is in flight. */
  readonly ended: number | null;
  /** When a reading resolved the lost answer. */
  readonly settled_at: number | null;
  readonly profile: string | null;
  readonly name: string | null;
  /** JSON list of the ids before the creation; cleared when the creation is resolved. */
  readonly known: string | null;
  /** JSON of the values before and after: callbacks, the whole draft, or the fields of an update. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface NewProfileChange {
  readonly connection: number;
  readonly kind: "create" | "callback" | "update";
  readonly at: number;
  readonly profile: string | undefined;
  readonly name: string | undefined;
  readonly previousIds: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface CachedProfiles {
  readonly reading: ProfileReading | undefined;
  readonly listed: readonly ProfileRecord[];
  readonly details: readonly ProfileDetailRow[];
  readonly changes: readonly ProfileChangeRow[];
}

export const profileQueries = {
  /** All stored data of a connection, changes oldest first. */
  load: (db: ReadDb, connection: number): CachedProfiles => ({
    reading: db.get<ProfileReading>("SELECT state, as_of, gap FROM profile_reading WHERE connection = ?", connection),
    listed: db.all<ProfileRecord>("SELECT id, record FROM profile_listed WHERE connection = ?", connection),
    details: db.all<ProfileDetailRow>(
      "SELECT id, state, record, as_of FROM profile_detail WHERE connection = ?",
      connection,
    ),
    changes: db.all<ProfileChangeRow>(
      `SELECT change, kind, state, at, ended, settled_at, profile, name, known, before, after FROM profile_change
        WHERE connection = ? ORDER BY change`,
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

  begin(db: WriteDb, change: NewProfileChange): number {
    const { connection, kind, at, profile, name, previousIds, before, after } = change;
    return db.run(
      `INSERT INTO profile_change (connection, kind, state, at, profile, name, known, before, after)
        VALUES (?, ?, 'unknown', ?, ?, ?, ?, ?, ?)`,
      connection,
      kind,
      at,
      profile ?? null,
      name ?? null,
      previousIds ?? null,
      before ?? null,
      after ?? null,
    ).lastInsertRowid;
  },

  /**
   * Marks requests in flight at the end of the former process: their answers no longer arrive, and each may have been
   * sent at any moment until now.
   */
  endAll: (db: WriteDb, now: number): void => {
    db.run("UPDATE profile_change SET ended = ? WHERE ended IS NULL", now);
  },

  /** Records that the answer was lost. */
  lose: (db: WriteDb, change: number, ended: number): void => {
    db.run("UPDATE profile_change SET ended = ? WHERE change = ?", ended, change);
  },

  /**
   * Records the outcome: from the answer, or from a reading after the answer was lost; with the id of the created
   * profile, where known.
   */
  resolveChange(
    db: WriteDb,
    change: number,
    state: ProfileChangeState,
    { at, by, profile }: { readonly at: number; readonly by: "answer" | "reading"; readonly profile?: string },
  ): void {
    db.run(
      `UPDATE profile_change
        SET state = ?, profile = coalesce(?, profile), known = NULL, ended = coalesce(ended, ?), settled_at = ? WHERE change = ?`,
      state,
      profile ?? null,
      at,
      by === "reading" ? at : null,
      change,
    );
  },

  /** For a change that certainly was not sent. */
  drop: (db: WriteDb, change: number): void => {
    db.run("DELETE FROM profile_change WHERE change = ?", change);
  },

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["profile_reading", "profile_listed", "profile_detail", "profile_change"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
