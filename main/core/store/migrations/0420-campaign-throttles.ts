/** Times in which the service turned messages of a campaign away, which is too short to be a wait of the campaign. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0420: Migration = {
  version: 420,
  name: "campaign-throttles",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE campaign_throttle (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        from_at INTEGER NOT NULL,
        until_at INTEGER NOT NULL,
        PRIMARY KEY (campaign, from_at)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
