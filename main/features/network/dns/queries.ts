/**
 * DNS configurations as last read, and local changes. These functions run in the store thread.
 *
 * Invariants: a reading older than the stored one changes nothing; a change is stored before it is sent.
 */
import type { ListGap } from "../../../core/api/record-list.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../../core/store/db.ts";

export interface DnsRecord {
  readonly id: string;
  /** JSON. */
  readonly record: string;
}

export interface DnsReading {
  readonly state: "read" | "not-offered";
  readonly as_of: number;
  readonly gap?: ListGap | null;
}

export type DnsChangeState = "unknown" | "done" | "refused" | "not-applied";

/** Number of resolved creations and deletions retained per connection, in addition to those that are still needed. */
const retainedWrites = 100;

/** A creation or deletion of a configuration. */
export interface DnsWriteRow {
  readonly change: number;
  readonly kind: "create" | "delete";
  readonly state: DnsChangeState;
  readonly at: number;
  /** When the answer arrived or was lost; null while the request is in flight. */
  readonly ended: number | null;
  /** When a reading resolved the lost answer. */
  readonly settled_at: number | null;
  readonly dns: string | null;
  readonly primary_server: string | null;
  readonly secondary_server: string | null;
  /** JSON list of the ids before the creation; cleared when the creation is resolved. */
  readonly known: string | null;
}

/** A change of a profile's configuration. `before` and `after` are assignments as JSON. */
export interface DnsChangeRow {
  readonly change: number;
  readonly kind: "attached" | "detached" | "undone" | "created" | "told";
  readonly state: DnsChangeState;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: number;
  /** When the answer arrived or was lost; null while the request is in flight. */
  readonly ended: number | null;
  readonly profile: string;
  readonly profile_name: string | null;
  readonly before: string;
  readonly after: string;
  readonly undo_of: number | null;
  /** The change that undid this one. */
  readonly undone_by: number | null;
}

export interface NewDnsChange {
  readonly connection: number;
  readonly kind: DnsChangeRow["kind"];
  /**
   * "done" for assignments recorded by an operator and changes made elsewhere; "unknown" for a change about to be sent.
   */
  readonly state: "unknown" | "done";
  readonly at: number;
  readonly profile: string;
  readonly profileName: string | undefined;
  readonly before: string;
  readonly after: string;
  readonly undoOf?: number;
}

export interface NewDnsWrite {
  readonly connection: number;
  readonly kind: DnsWriteRow["kind"];
  readonly at: number;
  readonly dns?: string;
  readonly primary?: string;
  readonly secondary?: string;
  readonly previousIds?: string;
}

const changeColumns = `c.change, c.kind, c.state, c.code, c.message, c.at, c.ended, c.profile, c.profile_name, c.before, c.after, c.undo_of,
  (SELECT max(u.change) FROM dns_change u
    WHERE u.connection = c.connection AND u.profile = c.profile AND u.undo_of = c.change AND u.state = 'done') AS undone_by`;

const insertReading = "INSERT OR REPLACE INTO dns_reading (connection, state, as_of, gap) VALUES (?, ?, ?, ?)";
/** Skips configurations that were deleted after the reading began. */
const insertListed = `INSERT OR REPLACE INTO dns_listed (connection, id, record) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
  SELECT 1 FROM dns_write
    WHERE connection = ?1 AND dns = ?2 AND kind = 'delete' AND state = 'done' AND coalesce(ended, at) >= ?4)`;

export const dnsQueries = {
  load: (
    db: ReadDb,
    connection: number,
  ): { readonly reading: DnsReading | undefined; readonly listed: readonly DnsRecord[] } => ({
    reading: db.get<DnsReading>("SELECT state, as_of, gap FROM dns_reading WHERE connection = ?", connection),
    listed: db.all<DnsRecord>("SELECT id, record FROM dns_listed WHERE connection = ?", connection),
  }),

  /** Saves a list; without `records`, that the service has none. */
  saveList(db: WriteDb, connection: number, asOf: number, records?: readonly DnsRecord[], gap?: ListGap): void {
    db.transaction(() => {
      const before = db.get<DnsReading>("SELECT as_of FROM dns_reading WHERE connection = ?", connection);
      if (before !== undefined && before.as_of > asOf) return;
      const state: DnsReading["state"] = records === undefined ? "not-offered" : "read";
      db.run(insertReading, connection, state, asOf, gap ?? null);
      if (records === undefined) return;
      db.run("DELETE FROM dns_listed WHERE connection = ?", connection);
      for (const { id, record } of records) db.run(insertListed, connection, id, record, asOf);
    });
  },

  dropListed: (db: WriteDb, connection: number, id: string): void => {
    db.run("DELETE FROM dns_listed WHERE connection = ? AND id = ?", connection, id);
  },

  /** Creations and deletions of a connection, oldest first. */
  writes: (db: ReadDb, connection: number): DnsWriteRow[] =>
    db.all<DnsWriteRow>(
      `SELECT change, kind, state, at, ended, settled_at, dns, primary_server, secondary_server, known FROM dns_write
        WHERE connection = ? ORDER BY change`,
      connection,
    ),

  beginWrite(db: WriteDb, write: NewDnsWrite): number {
    const { connection, kind, at, dns, primary, secondary, previousIds } = write;
    return db.run(
      `INSERT INTO dns_write (connection, kind, state, at, dns, primary_server, secondary_server, known)
        VALUES (?, ?, 'unknown', ?, ?, ?, ?, ?)`,
      connection,
      kind,
      at,
      dns ?? null,
      primary ?? null,
      secondary ?? null,
      previousIds ?? null,
    ).lastInsertRowid;
  },

  /** Records that the answer was lost. */
  loseWrite: (db: WriteDb, change: number, ended: number): void => {
    db.run("UPDATE dns_write SET ended = ? WHERE change = ?", ended, change);
  },

  /**
   * Records the outcome: from the answer, or from a reading after the answer was lost. Retains the newest resolved
   * writes, and each that an unknown creation, or a service without a list, may need. Without a list, a deletion also
   * removes the creation of the deleted configuration.
   */
  resolveWrite(
    db: WriteDb,
    change: number,
    state: DnsChangeState,
    { at, by, dns }: { readonly at: number; readonly by: "answer" | "reading"; readonly dns?: string },
  ): void {
    db.transaction(() => {
      db.run(
        `UPDATE dns_write SET state = ?, dns = coalesce(?, dns), known = NULL, ended = coalesce(ended, ?), settled_at = ?
          WHERE change = ?`,
        state,
        dns ?? null,
        at,
        by === "reading" ? at : null,
        change,
      );
      db.run(
        `DELETE FROM dns_write WHERE kind = 'create' AND state = 'done' AND change < ?1
          AND EXISTS (SELECT 1 FROM dns_write d WHERE d.change = ?1 AND d.kind = 'delete' AND d.state = 'done'
            AND d.connection = dns_write.connection AND d.dns = dns_write.dns)
          AND NOT EXISTS (SELECT 1 FROM dns_reading r WHERE r.connection = dns_write.connection AND r.state = 'read')`,
        change,
      );
      db.run(
        `DELETE FROM dns_write WHERE state <> 'unknown' AND connection = (SELECT connection FROM dns_write WHERE change = ?1)
          AND NOT (kind = 'create' AND state = 'done' AND (
            coalesce(change > (SELECT min(u.change) FROM dns_write u
              WHERE u.connection = dns_write.connection AND u.kind = 'create' AND u.state = 'unknown'), 0)
            OR NOT EXISTS (SELECT 1 FROM dns_reading r WHERE r.connection = dns_write.connection AND r.state = 'read')))
          AND change NOT IN (SELECT n.change FROM dns_write n
            WHERE n.connection = dns_write.connection AND n.state <> 'unknown' ORDER BY n.change DESC LIMIT ?2)`,
        change,
        retainedWrites,
      );
    });
  },

  /** For a write that certainly was not sent, or was rejected. */
  dropWrite: (db: WriteDb, change: number): void => {
    db.run("DELETE FROM dns_write WHERE change = ?", change);
  },

  /** The newest change of each profile that is applied or may be applied. */
  currentChanges: (db: ReadDb, connection: number): DnsChangeRow[] =>
    db.all<DnsChangeRow>(
      `SELECT ${changeColumns} FROM dns_change c WHERE c.change IN (
          SELECT max(change) FROM dns_change WHERE connection = ? AND state IN ('unknown', 'done') GROUP BY profile)
        ORDER BY c.change`,
      connection,
    ),

  /**
   * The newest local change of a profile that is applied or may be applied; excludes assignments recorded by an
   * operator.
   */
  newestLocalChange: (db: ReadDb, connection: number, profile: string): DnsChangeRow | undefined =>
    db.get<DnsChangeRow>(
      `SELECT ${changeColumns} FROM dns_change c
        WHERE c.connection = ? AND c.profile = ? AND c.state IN ('unknown', 'done') AND c.kind <> 'told'
        ORDER BY c.change DESC LIMIT 1`,
      connection,
      profile,
    ),

  changes(
    db: ReadDb,
    connection: number,
    query: { readonly profile: string | undefined; readonly before: number | undefined; readonly limit: number },
  ): DnsChangeRow[] {
    const { profile, before, limit } = query;
    const conditions = ["c.connection = ?"];
    const values: SqlValue[] = [connection];
    if (profile !== undefined) {
      conditions.push("c.profile = ?");
      values.push(profile);
    }
    if (before !== undefined) {
      conditions.push("c.change < ?");
      values.push(before);
    }
    return db.all<DnsChangeRow>(
      `SELECT ${changeColumns} FROM dns_change c WHERE ${conditions.join(" AND ")} ORDER BY c.change DESC LIMIT ?`,
      ...values,
      limit,
    );
  },

  change: (db: ReadDb, change: number): DnsChangeRow | undefined =>
    db.get<DnsChangeRow>(`SELECT ${changeColumns} FROM dns_change c WHERE c.change = ?`, change),

  /**
   * Marks requests in flight at the end of the former process: their answers no longer arrive, and each may have been
   * sent at any moment until now.
   */
  endAll: (db: WriteDb, now: number): void => {
    for (const table of ["dns_change", "dns_write"]) db.run(`UPDATE ${table} SET ended = ? WHERE ended IS NULL`, now);
  },

  begin(db: WriteDb, change: NewDnsChange): number {
    const { connection, kind, state, at, profile, profileName, before, after, undoOf } = change;
    return db.run(
      `INSERT INTO dns_change (connection, kind, state, at, ended, profile, profile_name, before, after, undo_of)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      connection,
      kind,
      state,
      at,
      state === "done" ? at : null,
      profile,
      profileName ?? null,
      before,
      after,
      undoOf ?? null,
    ).lastInsertRowid;
  },

  /** Records that the answer was lost. */
  lose: (db: WriteDb, change: number, ended: number): void => {
    db.run("UPDATE dns_change SET ended = ? WHERE change = ?", ended, change);
  },

  /** `at`: now, which is also the end of a change whose answer was not lost. */
  resolveChange(
    db: WriteDb,
    change: number,
    state: DnsChangeState,
    why: { readonly at: number; readonly code?: string; readonly message?: string },
  ): void {
    db.run(
      "UPDATE dns_change SET state = ?, ended = coalesce(ended, ?), code = ?, message = ? WHERE change = ?",
      state,
      why.at,
      why.code ?? null,
      why.message ?? null,
      change,
    );
  },

  /** For a change that certainly was not sent. */
  drop: (db: WriteDb, change: number): void => {
    db.run("DELETE FROM dns_change WHERE change = ?", change);
  },

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["dns_reading", "dns_listed", "dns_write", "dns_change"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
