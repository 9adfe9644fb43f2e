/** Why a quota change was interrupted, as a code next to the sentence. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0250: Migration = {
  version: 250,
  name: "quota change code",
  up(db: WriteDb): void {
    db.exec("ALTER TABLE quota_change ADD COLUMN code TEXT");
  },
};
