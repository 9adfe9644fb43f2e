/**
 * The endpoints' SMS lists as they were last read. `key` is the SMS id, or made from the record where it has none; `at` is the
 * submit date, or the first reading where that cannot be read.
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
        connection INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        key TEXT NOT NULL,
        at INTEGER NOT NULL,
        direction TEXT NOT NULL,
        delivery TEXT NOT NULL,
        payload TEXT,
        source_address TEXT,
        record TEXT NOT NULL,
        PRIMARY KEY (connection, endpoint, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sms_message_at ON sms_message (connection, at, endpoint, key);
    `);
  },
};
