/**
 * Saved audiences: named lists of endpoint ids. `size` is missing while a list is being filled, so that an interrupted
 * one is never shown. Numbers are never reused, since lists are referenced by number.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0040: Migration = {
  version: 40,
  name: "audiences",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE fleet_audience (
        audience INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        name TEXT NOT NULL COLLATE NOCASE,
        size INTEGER,
        created_at INTEGER NOT NULL,
        UNIQUE (connection, name)
      ) STRICT;
      CREATE TABLE fleet_audience_member (
        audience INTEGER NOT NULL,
        id NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (audience, id)
      ) WITHOUT ROWID;
      CREATE INDEX fleet_audience_member_position ON fleet_audience_member (audience, position);
    `);
  },
};
