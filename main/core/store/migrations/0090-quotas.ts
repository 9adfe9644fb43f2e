/**
 * Quotas as last read, whether service profiles enforce them, and changes of quotas with a row per endpoint.
 * Endpoint and profile ids have the format of the fleet cache: whole numbers below 2^53 are integers, everything else is text.
 * `quota` is the quota as JSON of the contract; the other columns are what the overview queries.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0090: Migration = {
  version: 90,
  name: "quotas",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE quota_reading (
        connection INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('data', 'sms')),
        endpoint ANY NOT NULL,
        asked_at INTEGER NOT NULL,
        state TEXT CHECK (state IN ('none', 'set')),
        as_of INTEGER,
        quota TEXT,
        status TEXT,
        volume REAL,
        percent REAL,
        expires_at INTEGER,
        throttles INTEGER NOT NULL DEFAULT 0,
        problem_code TEXT,
        problem_message TEXT,
        problem_at INTEGER,
        PRIMARY KEY (connection, kind, endpoint)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX quota_reading_volume ON quota_reading (connection, kind, volume, endpoint);
      CREATE INDEX quota_reading_percent ON quota_reading (connection, kind, percent, endpoint);
      CREATE INDEX quota_reading_expires_at ON quota_reading (connection, kind, expires_at, endpoint);
      CREATE INDEX quota_reading_as_of ON quota_reading (connection, kind, as_of, endpoint);
      CREATE TABLE quota_profile (
        connection INTEGER NOT NULL,
        profile ANY NOT NULL,
        name TEXT,
        data INTEGER CHECK (data IN (0, 1)),
        sms INTEGER CHECK (sms IN (0, 1)),
        as_of INTEGER NOT NULL,
        PRIMARY KEY (connection, profile)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE quota_subject (
        connection INTEGER NOT NULL,
        endpoint ANY NOT NULL,
        name TEXT,
        profile ANY,
        profile_name TEXT,
        PRIMARY KEY (connection, endpoint)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE quota_change (
        change INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('data', 'sms')),
        operation TEXT NOT NULL,
        title TEXT NOT NULL,
        whom TEXT NOT NULL,
        state TEXT NOT NULL,
        message TEXT,
        confirm_zero INTEGER NOT NULL,
        accept_usage INTEGER NOT NULL DEFAULT 1,
        start_when_read INTEGER NOT NULL DEFAULT 0,
        undo_of INTEGER,
        single INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        ended_at INTEGER
      ) STRICT;
      CREATE INDEX quota_change_connection ON quota_change (connection, change);
      CREATE INDEX quota_change_undo ON quota_change (undo_of) WHERE undo_of IS NOT NULL;
      CREATE TABLE quota_row (
        change INTEGER NOT NULL,
        row INTEGER NOT NULL,
        endpoint ANY NOT NULL,
        state TEXT NOT NULL,
        had TEXT,
        to_zero INTEGER NOT NULL DEFAULT 0,
        doubt INTEGER NOT NULL DEFAULT 0,
        before TEXT,
        after TEXT,
        current TEXT,
        target TEXT,
        expected TEXT,
        read_at INTEGER,
        sent_at INTEGER,
        settled_at INTEGER,
        code TEXT,
        message TEXT,
        PRIMARY KEY (change, row)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX quota_row_state ON quota_row (change, state, row, had, to_zero);
      CREATE INDEX quota_row_endpoint ON quota_row (endpoint, change, state);
    `);
  },
};
