/**
 * Whom an entry of the standing list has named: a device that is renamed, or gets another SIM, stays protected until its entry is
 * taken off. `name` is what it was called when it was first found.
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
