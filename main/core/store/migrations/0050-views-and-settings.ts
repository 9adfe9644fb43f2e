/** Saved views, settings of the operator and of the program (one row per key), and which connections are for practice only. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0050: Migration = {
  version: 50,
  name: "views-and-settings",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE view (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        collection TEXT NOT NULL,
        name TEXT NOT NULL,
        filter TEXT NOT NULL,
        sort TEXT NOT NULL,
        columns TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX view_name ON view (connection, collection, name);
      ALTER TABLE connection ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1));
      CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
