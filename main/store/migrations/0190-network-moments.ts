/**
 * A change of the network knows its end: a reading that began before it proves nothing of what stands after it.
 *
 * - `ended`: the answer was there, or was lost; missing while the request is on its way.
 * - `settled_at`: the answer was lost, and reading told what came of it.
 * - the ids that were there before are needed no longer than the change is unknown.
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
