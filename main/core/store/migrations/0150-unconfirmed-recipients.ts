/**
 * Recipients that an operator requeued although they may have been sent.
 *
 * - `recipient.doubt_at`, `doubt_offset`: intent and clock difference of the first attempt whose outcome was unknown when the recipient was
 *   requeued; missing where no attempt before the current one is unconfirmed.
 * - `recipient.drop_code`: unknown, and no longer to be sent; once proven not sent the recipient is cancelled with this code.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0150: Migration = {
  version: 150,
  name: "doubts",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE recipient ADD COLUMN doubt_at INTEGER;
      ALTER TABLE recipient ADD COLUMN doubt_offset INTEGER;
      ALTER TABLE recipient ADD COLUMN drop_code TEXT;
    `);
  },
};
