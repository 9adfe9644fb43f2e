/**
 * The identifiers of endpoints that were looked up at the service during planning and are not in the cache: a suppression list that is
 * read later matches them.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0140: Migration = {
  version: 140,
  name: "found-live",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE recipient_identifier (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        value TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        PRIMARY KEY (campaign, value, endpoint)
      ) WITHOUT ROWID, STRICT;
    `);
  },
};
