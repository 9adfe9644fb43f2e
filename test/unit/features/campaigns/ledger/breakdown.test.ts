import { afterEach, beforeEach, expect, it } from "vitest";
import { encodeText, codedText } from "#shared/texts/coded-text.ts";
import { countDeliveryTimes, countFailures } from "../../../../../main/features/campaigns/ledger/queries-charts.ts";
import { makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
let campaign: number;
beforeEach(() => {
  database = openDatabase();
  campaign = makeRunningCampaign(database.db, 8);
});
afterEach(() => database.close());

const message = codedText("recipient-unknown", { campaign: 1, row: 2 });

/** Rows are numbered from 2. */
function setRow(row: number, columns: Readonly<Record<string, string | number | null>>): void {
  const names = Object.keys(columns).map((name) => `${name} = ?`);
  database.db.run(
    `UPDATE recipient SET ${names.join(", ")} WHERE campaign = ? AND row = ?`,
    ...Object.values(columns),
    campaign,
    row,
  );
}

it("counts failures by reason, most frequent first, and sums up the rest", () => {
  for (const row of [2, 3, 4]) setRow(row, { outcome: 4, code: "rejected", message: encodeText(message) });
  for (const row of [5, 6]) setRow(row, { outcome: 5, code: "timeout", message: null });
  setRow(7, { outcome: 4, code: "forbidden", message: null });
  expect(countFailures(database.db, { campaign, limit: 2 })).toEqual({
    failures: [
      { outcome: "refused", code: "rejected", message, count: 3 },
      { outcome: "unknown", code: "timeout", message: null, count: 2 },
    ],
    other: 1,
  });
});

it("counts deliveries by their time since the acceptance, and nothing that was not delivered", () => {
  const accepted = { outcome: 3, settled_at: 100_000 };
  setRow(2, { ...accepted, delivery: "delivered", delivery_at: 100_000 });
  setRow(3, { ...accepted, delivery: "delivered", delivery_at: 109_999 });
  // The service's clock is behind.
  setRow(4, { ...accepted, delivery: "delivered", delivery_at: 90_000 });
  setRow(5, { ...accepted, delivery: "delivered", delivery_at: 110_000 });
  setRow(6, { ...accepted, delivery: "delivered", delivery_at: 100_000 + 90_000_000 });
  setRow(7, { ...accepted, delivery: "failed", delivery_at: 100_001 });
  setRow(8, accepted);
  const times = countDeliveryTimes(database.db, campaign);
  expect(times.filter(({ count }) => count > 0)).toEqual([
    { fromMs: 0, untilMs: 10_000, count: 3 },
    { fromMs: 10_000, untilMs: 30_000, count: 1 },
    { fromMs: 86_400_000, untilMs: undefined, count: 1 },
  ]);
});
