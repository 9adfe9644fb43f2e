/** `campaign.claims`: rows that were ever claimed, each as often as it was. It never goes back, so that an older state is told by it. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0290: Migration = {
  version: 290,
  name: "claims",
  up(db: WriteDb): void {
    db.exec("ALTER TABLE campaign ADD COLUMN claims INTEGER NOT NULL DEFAULT 0");
  },
};
