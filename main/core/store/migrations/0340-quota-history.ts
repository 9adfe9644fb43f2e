/**
 * Earlier readings of quotas, and sums of each day (UTC, in days since 1970). A missing `volume`: no quota was set. The history begins with the
 * reading that is cached.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0340: Migration = {
  version: 340,
  name: "quota-history",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE quota_history (
        connection INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('data', 'sms')),
        endpoint ANY NOT NULL,
        at INTEGER NOT NULL,
        volume REAL,
        PRIMARY KEY (connection, kind, endpoint, at)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO quota_history SELECT connection, kind, endpoint, as_of, volume FROM quota_reading
        WHERE state = 'none' OR (state = 'set' AND volume IS NOT NULL);
      CREATE TABLE quota_day (
        connection INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('data', 'sms')),
        day INTEGER NOT NULL,
        balance REAL NOT NULL,
        used REAL NOT NULL,
        endpoints INTEGER NOT NULL,
        PRIMARY KEY (connection, kind, day)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
