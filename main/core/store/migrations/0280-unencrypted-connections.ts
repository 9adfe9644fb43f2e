/** Whether it was confirmed that a connection's tokens are sent over plain http to another computer; unconfirmed for earlier connections. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0280: Migration = {
  version: 280,
  name: "unencrypted-connections",
  up(db: WriteDb): void {
    db.exec("ALTER TABLE connection ADD COLUMN allow_unencrypted INTEGER NOT NULL DEFAULT 0");
  },
};
