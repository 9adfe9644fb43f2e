/**
 * Confirmations of a quota change.
 *
 * - `confirm_past`: an expiry in the past is intended.
 * - `allow_unsettled`: it is also sent where the outcome of an earlier change of the same quota is unknown.
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
