/**
 * DNS configurations and service profiles as last read, and the changes made here. Records and states are JSON.
 *
 * A change is recorded as "unknown" before it is sent, so that a crash leaves a row that says what may have happened.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

const change = `
  connection INTEGER NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unknown', 'done', 'refused', 'not-applied')),
  code TEXT,
  message TEXT,
  at INTEGER NOT NULL`;

const reading = `
  connection INTEGER PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('read', 'not-offered')),
  as_of INTEGER NOT NULL`;

export const migration0100: Migration = {
  version: 100,
  name: "network",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE dns_reading (${reading}) STRICT;
      CREATE TABLE dns_listed (
        connection INTEGER NOT NULL,
        id TEXT NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (connection, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE dns_write (
        change INTEGER PRIMARY KEY AUTOINCREMENT,
        ${change},
        dns TEXT,
        primary_server TEXT,
        secondary_server TEXT,
        known TEXT
      ) STRICT;
      CREATE INDEX dns_write_connection ON dns_write (connection, state);
      CREATE TABLE dns_change (
        change INTEGER PRIMARY KEY AUTOINCREMENT,
        ${change},
        profile TEXT NOT NULL,
        profile_name TEXT,
        before TEXT NOT NULL,
        after TEXT NOT NULL,
        undo_of INTEGER
      ) STRICT;
      CREATE INDEX dns_change_profile ON dns_change (connection, profile, change);

      CREATE TABLE profile_reading (${reading}) STRICT;
      CREATE TABLE profile_listed (
        connection INTEGER NOT NULL,
        id TEXT NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (connection, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE profile_detail (
        connection INTEGER NOT NULL,
        id TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('read', 'not-offered')),
        record TEXT,
        as_of INTEGER NOT NULL,
        PRIMARY KEY (connection, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE profile_change (
        change INTEGER PRIMARY KEY AUTOINCREMENT,
        ${change},
        profile TEXT,
        name TEXT,
        known TEXT,
        before TEXT,
        after TEXT
      ) STRICT;
      CREATE INDEX profile_change_connection ON profile_change (connection, kind, change);
    `);
  },
};
