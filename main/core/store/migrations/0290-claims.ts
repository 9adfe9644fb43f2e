/** `campaign.claims`: the number of claims ever made. It never decreases, so it identifies an older state. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0290: Migration = {
  version: 290,
  name: "claims",
  up(db: WriteDb): void {
    db.exec("ALTER TABLE campaign ADD COLUMN claims INTEGER NOT NULL DEFAULT 0");
  },
};
