/**
 * `confirmed_recipients`: the number of recipients that was confirmed before the first start. Campaigns that were started or
 * scheduled before this step count as confirmed. `send_day` counts the send attempts of a connection per day, in the time
 * zone of this computer, for its daily budget.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0230: Migration = {
  version: 230,
  name: "spending",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE campaign ADD COLUMN confirmed_recipients INTEGER;
      UPDATE campaign SET confirmed_recipients = c_pending + c_sending + c_accepted + c_refused + c_unknown + c_cancelled
        WHERE started_at IS NOT NULL OR state = 'scheduled';
      CREATE TABLE send_day (
        connection INTEGER NOT NULL,
        day TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        PRIMARY KEY (connection, day)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO send_day (connection, day, attempts)
        SELECT campaign.connection, date(recipient.intent_at / 1000, 'unixepoch', 'localtime') AS day, count(*)
        FROM recipient JOIN campaign ON campaign.id = recipient.campaign
        WHERE recipient.intent_at IS NOT NULL AND recipient.outcome IN (2, 3, 4, 5) GROUP BY campaign.connection, day;
    `);
  },
};
