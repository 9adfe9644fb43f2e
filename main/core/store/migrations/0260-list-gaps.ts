/** Why a list of the service may have been incomplete when it was read: `api/record-list.ts` has the codes. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0260: Migration = {
  version: 260,
  name: "list-gaps",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE dns_reading ADD COLUMN gap TEXT;
      ALTER TABLE profile_reading ADD COLUMN gap TEXT;
      ALTER TABLE stream_reading ADD COLUMN gap TEXT;
    `);
  },
};
