/**
 * `confirmed_recipients`: the number of recipients that a person confirmed before the first start. Campaigns that were started or
 * scheduled before count as confirmed: a person did that.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0230: Migration = {
  version: 230,
  name: "confirmed-recipients",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE campaign ADD COLUMN confirmed_recipients INTEGER;
      UPDATE campaign SET confirmed_recipients = c_pending + c_sending + c_accepted + c_refused + c_unknown + c_cancelled
        WHERE started_at IS NOT NULL OR state = 'scheduled';
    `);
  },
};
