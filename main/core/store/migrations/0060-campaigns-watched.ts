/**
 * Waves of campaigns, delivery checks and replies, counts over time, drafts with their lists, the suppression list.
 *
 * - `recipient.ring`: the wave; 0 for the canary or the only wave; a row may be claimed when its wave is at most `campaign.ring_open`.
 * - `recipient_excluded` finds excluded rows by their endpoint; sending never touches it.
 * - `recipient_ring` finds a wave's recipients; no step of a row rewrites it.
 * - `recipient.watch_at`: when the endpoint's SMS list is to be read next; missing when no more information is expected.
 * - `campaign_tally` counts delivery and replies in the transaction that changes a row, so that a status needs no scan.
 * - `campaign_point` holds the counts over time.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0060: Migration = {
  version: 60,
  name: "campaigns-watched",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE campaign ADD COLUMN ring_open INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE campaign ADD COLUMN planned TEXT;
      ALTER TABLE recipient ADD COLUMN ring INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE recipient ADD COLUMN delivery_at INTEGER;
      ALTER TABLE recipient ADD COLUMN watch_at INTEGER;
      ALTER TABLE recipient ADD COLUMN watches INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE recipient ADD COLUMN reply TEXT;
      ALTER TABLE recipient ADD COLUMN reply_sms TEXT;
      ALTER TABLE recipient ADD COLUMN reply_text TEXT;
      ALTER TABLE recipient ADD COLUMN reply_at INTEGER;
      DROP INDEX recipient_pending;
      CREATE INDEX recipient_pending ON recipient(campaign, ring, row) WHERE outcome = 1;
      CREATE INDEX recipient_excluded ON recipient(campaign, excluded_endpoint) WHERE excluded_endpoint IS NOT NULL;
      CREATE INDEX recipient_ring ON recipient(campaign, ring);
      CREATE INDEX recipient_watch ON recipient(campaign, watch_at) WHERE watch_at IS NOT NULL;
      CREATE TABLE campaign_tally (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        what TEXT NOT NULL CHECK (what IN ('delivery', 'reply')),
        value TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (campaign, what, value)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO campaign_tally (campaign, what, value, count)
        SELECT campaign, 'delivery', delivery, count(*) FROM recipient WHERE delivery IS NOT NULL GROUP BY campaign, delivery;
      CREATE TABLE campaign_ring (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        ring INTEGER NOT NULL,
        size INTEGER NOT NULL,
        phase TEXT NOT NULL CHECK (phase IN ('closed', 'sending', 'waiting', 'passed', 'failed')),
        opened_at INTEGER,
        drained_at INTEGER,
        decided_at INTEGER,
        message TEXT,
        PRIMARY KEY (campaign, ring)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE campaign_point (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        counts TEXT NOT NULL,
        delivery TEXT NOT NULL,
        PRIMARY KEY (campaign, at)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE campaign_draft (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        step TEXT NOT NULL,
        body TEXT NOT NULL,
        campaign INTEGER,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE recipient_list (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        about TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE standing_suppression (
        connection INTEGER NOT NULL,
        value TEXT NOT NULL,
        note TEXT NOT NULL,
        added_at INTEGER NOT NULL,
        PRIMARY KEY (connection, value)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
