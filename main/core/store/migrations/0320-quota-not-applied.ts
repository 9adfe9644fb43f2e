/** Rows of quota changes that were rejected, or proved not to have taken effect, have the state "not-applied" instead of "refused". */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0320: Migration = {
  version: 320,
  name: "quota-not-applied",
  up(db: WriteDb): void {
    db.exec("UPDATE quota_row SET state = 'not-applied' WHERE state = 'refused'");
  },
};
