/**
 * Detects a copied or an older database.
 *
 * - `campaign.uuid` names the send mark outside of the data directory (`hosts.ts`). For older campaigns it is derived from what
 *   planning froze, so that a backup from before this step leads to the same mark.
 * - `campaign.mark_generation` is the generation of the mark in this database; 0 until the mark is adopted.
 * - `campaign.suspect` says why the database may be behind, until sending starts; `campaign.suspect_at` is the latest time at which
 *   another process may have sent the unverified rows.
 * - `recipient.unverified`: 1 a pending row to be looked up before it is claimed, 2 one that the look-up could not decide.
 * - `recipient_pending` holds the claimable rows: it lacks unverified rows, so that claiming never skips over them.
 * - An older lease names its machine by a former rule (`former:`); the start of the program renews its own.
 */
import { createHash } from "node:crypto";
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

interface FrozenCampaign {
  readonly id: number;
  readonly frozen: string;
}

export const migration0220: Migration = {
  version: 220,
  name: "send-marks",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE campaign ADD COLUMN uuid TEXT;
      ALTER TABLE campaign ADD COLUMN mark_generation INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE campaign ADD COLUMN suspect TEXT;
      ALTER TABLE campaign ADD COLUMN suspect_at INTEGER;
      ALTER TABLE recipient ADD COLUMN unverified INTEGER NOT NULL DEFAULT 0;
      DROP INDEX recipient_pending;
      CREATE INDEX recipient_pending ON recipient(campaign, ring, row) WHERE outcome = 1 AND unverified = 0;
      CREATE INDEX recipient_unverified ON recipient(campaign, ring, row) WHERE outcome = 1 AND unverified > 0;
      UPDATE campaign_lease SET machine = 'former:' || machine;
    `);
    const campaigns = db.all<FrozenCampaign>(
      "SELECT id, json_array(id, kind, connection, name, source_address, template, created_at) AS frozen FROM campaign",
    );
    for (const { id, frozen } of campaigns) db.run("UPDATE campaign SET uuid = ? WHERE id = ?", uuidOf(frozen), id);
  },
};

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
