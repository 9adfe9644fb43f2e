/**
 * Data streams and API callbacks as last read, and the objects created here. Records, forms and requests are JSON.
 *
 * A creation is recorded as "unknown" before it is sent, so that a crash leaves a row that says what may have happened.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

const kind = "kind TEXT NOT NULL CHECK (kind IN ('stream', 'callback'))";

export const migration0110: Migration = {
  version: 110,
  name: "streams",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE stream_reading (
        connection INTEGER NOT NULL,
        ${kind},
        state TEXT NOT NULL CHECK (state IN ('read', 'not-offered')),
        as_of INTEGER NOT NULL,
        PRIMARY KEY (connection, kind)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE stream_listed (
        connection INTEGER NOT NULL,
        ${kind},
        id TEXT NOT NULL,
        record TEXT NOT NULL,
        as_of INTEGER NOT NULL,
        PRIMARY KEY (connection, kind, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE stream_entry (
        entry INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        ${kind},
        state TEXT NOT NULL CHECK (state IN ('unknown', 'created', 'not-created')),
        sent_at INTEGER NOT NULL,
        settled_at INTEGER,
        answer TEXT NOT NULL,
        form TEXT NOT NULL,
        sent TEXT NOT NULL,
        known TEXT,
        id TEXT
      ) STRICT;
      CREATE INDEX stream_entry_connection ON stream_entry (connection, kind, entry);
    `);
  },
};
