/**
 * Recipients that a person put back although they may have been sent.
 *
 * - `recipient.doubt_at`, `doubt_offset`: intent and clock difference of the first attempt whose outcome was unknown when it was
 *   put back; missing where no attempt before the one told by the row is in doubt.
 * - `recipient.drop_code`: unknown, and not wanted any more; once proven not sent it is cancelled with this code.
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
