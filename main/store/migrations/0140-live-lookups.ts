/**
 * What the endpoints carry that were found at the service while a campaign was planned, and are not in the local copy: a list
 * of those who must not be sent to, read later, names them by it.
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
