/**
 * The endpoints' SMS lists as last read. `key` is the SMS id, or derived from the record where it has none; `at` is the
 * submit date, or the first reading where that cannot be parsed; `sought` is the search text, in lower case. Records
 * and trigrams are in tables of their own under the same `mid`, so that listing messages by time touches neither.
 *
 * Messages in our own ledger without a record are also listed by time: `recipient_told` holds rejected (4) and
 * unknown (5) rows only, which are few; an accepted row never enters it.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0070: Migration = {
  version: 70,
  name: "messages",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE sms_thread (
        connection INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        as_of INTEGER NOT NULL,
        complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
        PRIMARY KEY (connection, endpoint)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE sms_message (
        mid INTEGER PRIMARY KEY,
        connection INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        key TEXT NOT NULL,
        at INTEGER NOT NULL,
        direction TEXT NOT NULL,
        delivery TEXT NOT NULL,
        sought TEXT NOT NULL,
        UNIQUE (connection, endpoint, key)
      ) STRICT;
      CREATE INDEX sms_message_at ON sms_message (connection, at, endpoint, key, direction, delivery);
      CREATE TABLE sms_record (mid INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
      CREATE VIRTUAL TABLE sms_words USING fts5(sought, content = '', contentless_delete = 1, detail = none,
        tokenize = 'trigram case_sensitive 1');
      CREATE INDEX recipient_told ON recipient(outcome, intent_at) WHERE outcome IN (4, 5);
      CREATE INDEX campaign_single ON campaign(connection, created_at) WHERE kind = 'single';
      CREATE INDEX campaign_sender ON campaign(connection, source_address);
    `);
  },
};
