/** `campaign.suspect_from`: the earliest time at which another process may have sent the unverified rows; null: any time since planning. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0270: Migration = {
  version: 270,
  name: "unverified-since",
  up(db: WriteDb): void {
    db.exec("ALTER TABLE campaign ADD COLUMN suspect_from INTEGER");
  },
};
