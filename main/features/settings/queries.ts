/** Settings in the database: one row per key, with the value as JSON; these functions run in the store's thread. */
import type { ReadDb, WriteDb } from "../../core/store/db.ts";

export interface SettingRow {
  readonly key: string;
  /** JSON. */
  readonly value: string;
}

export const settingsQueries = {
  all: (db: ReadDb): SettingRow[] => db.all<SettingRow>("SELECT key, value FROM setting ORDER BY key"),

  save(db: WriteDb, rows: readonly SettingRow[]): void {
    db.transaction(() => {
      for (const { key, value } of rows) {
        db.run("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", key, value);
      }
    });
  },

  remove(db: WriteDb, key: string): void {
    db.run("DELETE FROM setting WHERE key = ?", key);
  },
};
