/** The interval of the automatic sync becomes a choice; an interval of 0 was the manual one. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0360: Migration = {
  version: 360,
  name: "sync-setting",
  up(db: WriteDb): void {
    db.exec(`
      INSERT INTO setting (key, value) SELECT 'sync', '"manual"' FROM setting WHERE key = 'syncEveryMinutes' AND value = '0';
      DELETE FROM setting WHERE key = 'syncEveryMinutes';
    `);
  },
};
