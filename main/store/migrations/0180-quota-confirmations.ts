/**
 * What a person has confirmed of a change of quotas.
 *
 * - `confirm_past`: an expiry that has passed is meant.
 * - `allow_unsettled`: it is sent also where it is not known what came of an earlier change of the same quota.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0180: Migration = {
  version: 180,
  name: "quotas-unsettled",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE quota_change ADD COLUMN confirm_past INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE quota_change ADD COLUMN allow_unsettled INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
