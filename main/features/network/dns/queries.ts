/** DNS configurations as last read. These functions run in the store thread. A reading older than the stored one changes nothing. */
import type { ListGap } from "../../../core/api/record-list.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

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

const insertReading = "INSERT OR REPLACE INTO dns_reading (connection, state, as_of, gap) VALUES (?, ?, ?, ?)";
/** Skips configurations that were deleted after the reading began. */
const insertListed = `INSERT OR REPLACE INTO dns_listed (connection, id, record) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
  SELECT 1 FROM change WHERE connection = ?1 AND resource = 'dns' AND action = 'delete' AND subject = ?2 AND state = 'applied'
    AND coalesce(ended, at) >= ?4)`;

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

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.transaction(() => {
      for (const table of ["dns_reading", "dns_listed"])
        db.run(`DELETE FROM ${table} WHERE connection = ?`, connection);
    });
  },
};
