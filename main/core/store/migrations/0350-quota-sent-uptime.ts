/** `sent_uptime`: how long the computer had been running when a change was sent, in milliseconds; unlike `sent_at`, no setting of the clock changes it. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0350: Migration = {
  version: 350,
  name: "quota-sent-uptime",
  up(db: WriteDb): void {
    db.exec("ALTER TABLE quota_row ADD COLUMN sent_uptime INTEGER");
  },
};
