/** Campaigns and their recipients: the ledger that money depends on. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

/** Suppressed endpoints, and suppressed identifiers as listed, which also match endpoints that are not in the cache. */
const suppressionTables = `
      CREATE TABLE suppression (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        endpoint TEXT NOT NULL,
        PRIMARY KEY (campaign, endpoint)
      ) WITHOUT ROWID;
      CREATE TABLE suppression_value (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        value TEXT NOT NULL,
        PRIMARY KEY (campaign, value)
      ) WITHOUT ROWID;`;

/**
 * `recipient.outcome`: 0 excluded, 1 pending, 2 sending, 3 accepted, 4 rejected, 5 unknown, 6 cancelled.
 * `recipient.endpoint` is set only for rows that may be sent to, so that an endpoint is in a campaign once; the index on
 * it must not include `outcome`, or every step of a row would rewrite it.
 * The counters of `campaign` are updated in the transaction that moves a row, so that counts cost nothing to read.
 * Partial indexes hold only unfinished rows: they shrink to nothing as a campaign ends. There is none for
 * `sending`: it would be written twice per SMS, and is queried only once, after a crash.
 */
export const migration0030: Migration = {
  version: 30,
  name: "campaigns",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE campaign (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('bulk', 'single')),
        connection INTEGER NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('draft','planned','scheduled','running','paused','finished','cancelled')),
        reason TEXT,
        message TEXT,
        source_address TEXT NOT NULL,
        template TEXT NOT NULL,
        options TEXT NOT NULL,
        set_rate REAL,
        concurrency INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER,
        c_excluded INTEGER NOT NULL DEFAULT 0,
        c_pending INTEGER NOT NULL DEFAULT 0,
        c_sending INTEGER NOT NULL DEFAULT 0,
        c_accepted INTEGER NOT NULL DEFAULT 0,
        c_refused INTEGER NOT NULL DEFAULT 0,
        c_unknown INTEGER NOT NULL DEFAULT 0,
        c_cancelled INTEGER NOT NULL DEFAULT 0
      );
      CREATE TABLE recipient (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        row INTEGER NOT NULL,
        outcome INTEGER NOT NULL,
        endpoint TEXT,
        excluded_endpoint TEXT,
        given TEXT NOT NULL,
        text TEXT,
        segments INTEGER,
        reason TEXT,
        detail TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        intent_at INTEGER,
        intent_offset INTEGER,
        settled_at INTEGER,
        sms_id TEXT,
        code TEXT,
        message TEXT,
        delivery TEXT,
        check_at INTEGER,
        checks INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (campaign, row)
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX recipient_endpoint ON recipient(endpoint, campaign);
      CREATE INDEX recipient_pending ON recipient(campaign, row) WHERE outcome = 1;
      CREATE INDEX recipient_unknown ON recipient(campaign, check_at) WHERE outcome = 5;
      CREATE TABLE recipient_event (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        row INTEGER NOT NULL,
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        code TEXT,
        detail TEXT
      );
      CREATE INDEX recipient_event_row ON recipient_event(campaign, row);
      CREATE TABLE campaign_event (
        campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        message TEXT
      );
      CREATE INDEX campaign_event_campaign ON campaign_event(campaign);
      CREATE TABLE campaign_lease (
        campaign INTEGER PRIMARY KEY REFERENCES campaign(id) ON DELETE CASCADE,
        machine TEXT NOT NULL,
        home TEXT NOT NULL,
        process INTEGER NOT NULL,
        instance TEXT NOT NULL,
        heartbeat_at INTEGER NOT NULL,
        released INTEGER NOT NULL DEFAULT 0
      );
      ${suppressionTables}
    `);
  },
};
