/** Saved texts. `body` is JSON: everything that is neither searched nor ordered by. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0080: Migration = {
  version: 80,
  name: "templates",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE sms_template (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        folder TEXT NOT NULL COLLATE NOCASE,
        name TEXT NOT NULL COLLATE NOCASE,
        body TEXT NOT NULL,
        updated_at INTEGER NOT NULL,
        UNIQUE (folder, name)
      ) STRICT;
    `);
  },
};
