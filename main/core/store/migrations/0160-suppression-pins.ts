/**
 * The endpoints that an entry of the suppression list has matched: a device that is renamed, or gets another SIM, stays protected until its
 * entry is removed. `name` is its name at the first match.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0160: Migration = {
  version: 160,
  name: "suppression-pins",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE standing_pin (
        connection INTEGER NOT NULL,
        value TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        name TEXT,
        found_at INTEGER NOT NULL,
        PRIMARY KEY (connection, value, endpoint)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
