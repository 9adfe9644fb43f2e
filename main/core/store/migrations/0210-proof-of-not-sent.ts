/**
 * Data for the proof of "not sent".
 *
 * - `sms_record_clock`: the difference between the dates of a service's SMS records and its `Date` headers, as last detected.
 * - `campaign.c_matched_by_text`: accepted recipients without an id from the response, matched to a record by text
 *   and sender; the code of such a row is "matched-by-text" in place of "found".
 * - The option `provenNotSent` is renamed to `whenNotListed`.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0210: Migration = {
  version: 210,
  name: "proof of not sent",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE sms_record_clock (
        connection INTEGER PRIMARY KEY,
        offset_ms INTEGER NOT NULL,
        spread_ms INTEGER NOT NULL,
        learned_at INTEGER NOT NULL
      ) STRICT;
      ALTER TABLE campaign ADD COLUMN c_matched_by_text INTEGER NOT NULL DEFAULT 0;
      UPDATE recipient SET code = 'matched-by-text' WHERE outcome = 3 AND code = 'found';
      UPDATE campaign SET c_matched_by_text =
        (SELECT count(*) FROM recipient WHERE campaign = campaign.id AND outcome = 3 AND code = 'matched-by-text');
      UPDATE campaign SET options = json_remove(
        json_set(options, '$.whenNotListed', options ->> '$.provenNotSent'), '$.provenNotSent')
        WHERE options ->> '$.provenNotSent' IS NOT NULL;
      UPDATE campaign_draft SET body = json_remove(
        json_set(body, '$.whenNotListed', body ->> '$.provenNotSent'), '$.provenNotSent')
        WHERE body ->> '$.provenNotSent' IS NOT NULL;
    `);
  },
};
