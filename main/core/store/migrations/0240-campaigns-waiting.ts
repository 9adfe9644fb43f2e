/**
 * `campaign.waiting_since`: when a campaign began to wait for a condition that ends automatically. Such a campaign has the state
 * "paused" in its row, since SQLite cannot widen the CHECK of `state`, and rebuilding the table would cascade to every recipient;
 * `queries-state.ts` reads it as "waiting".
 *
 * A former version stored waiting campaigns as paused and did not resume them after a start; they stay paused.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0240: Migration = {
  version: 240,
  name: "campaigns-waiting",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE campaign ADD COLUMN waiting_since INTEGER;
      UPDATE campaign SET reason = 'interrupted', message = 'The program ended while the campaign waited. Resume it to continue.'
        WHERE state = 'paused' AND (reason = 'quiet-hours' OR (reason = 'canary-gate' AND EXISTS
          (SELECT 1 FROM campaign_ring WHERE campaign = campaign.id AND ring = campaign.ring_open AND phase = 'waiting')));
    `);
  },
};
