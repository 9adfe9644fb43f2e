/**
 * Times of network changes: a reading that began before the end of a change proves nothing about the state after it.
 *
 * - `ended`: the response was received, or lost; missing while the request is in flight.
 * - `settled_at`: the response was lost, and a reading resolved the outcome.
 * - the ids that existed before are needed only while the change is unknown.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0190: Migration = {
  version: 190,
  name: "network moments",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE dns_change ADD COLUMN ended INTEGER;
      ALTER TABLE dns_write ADD COLUMN ended INTEGER;
      ALTER TABLE dns_write ADD COLUMN settled_at INTEGER;
      ALTER TABLE profile_change ADD COLUMN ended INTEGER;
      ALTER TABLE profile_change ADD COLUMN settled_at INTEGER;
      UPDATE dns_change SET ended = at;
      UPDATE dns_write SET ended = at;
      UPDATE profile_change SET ended = at;
      UPDATE dns_write SET known = NULL WHERE state <> 'unknown';
      UPDATE profile_change SET known = NULL WHERE state <> 'unknown';
    `);
  },
};
