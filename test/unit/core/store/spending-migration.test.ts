import { expect, test } from "vitest";
import { connect } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { migration0030 } from "../../../../main/core/store/migrations/0030-campaigns.ts";
import { migration0230 } from "../../../../main/core/store/migrations/0230-spending.ts";
import { localDay } from "#shared/rules/zone-time.ts";

const noon = new Date(2031, 2, 3, 12).getTime();

/** A campaign with an excluded recipient and one of each of these outcomes, as stored by an earlier version. */
function addCampaign(db: WriteDb, state: string, startedAt: number | null, outcomes: readonly number[]): number {
  const campaign = db.run(
    `INSERT INTO campaign (kind, connection, name, state, source_address, template, options, concurrency, created_at, started_at,
       c_excluded, c_pending) VALUES ('bulk', 7, 'before', ?, '4911', 'CHK', '{}', 16, 0, ?, 1, ?)`,
    state,
    startedAt,
    outcomes.length,
  ).lastInsertRowid;
  for (const [row, outcome] of outcomes.entries()) {
    db.run(
      "INSERT INTO recipient (campaign, row, outcome, endpoint, given, text, segments, intent_at) VALUES (?, ?, ?, ?, '', 'CHK', 1, ?)",
      campaign,
      row,
      outcome,
      String(row),
      noon,
    );
  }
  return campaign;
}

test("started and scheduled campaigns count as confirmed, and sent recipients as attempts of their day", () => {
  const { db } = connect(":memory:");
  migration0030.up(db);
  const started = addCampaign(db, "paused", 5, [1, 2, 3, 4, 5, 6]);
  const scheduled = addCampaign(db, "scheduled", null, [1, 1]);
  const planned = addCampaign(db, "planned", null, [1, 1, 1]);
  migration0230.up(db);
  const confirmed = db.all<{ id: number; confirmed: number | null }>(
    "SELECT id, confirmed_recipients AS confirmed FROM campaign ORDER BY id",
  );
  expect(confirmed).toEqual([
    { id: started, confirmed: 6 },
    { id: scheduled, confirmed: 2 },
    { id: planned, confirmed: null },
  ]);
  expect(db.all("SELECT connection, day, attempts FROM send_day")).toEqual([
    { connection: 7, day: localDay(noon), attempts: 4 },
  ]);
});
