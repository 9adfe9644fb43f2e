/** Counts over time, for the progress chart. Plain functions of the store thread. */
import type { Counts } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { readCounts } from "./queries-counters.ts";

/** Minimum distance between points; it grows with the age of the campaign, which bounds their number to some thousands. */
const shortestMs = 2_000;
const gapsPerLife = 1_000;

export interface TimelinePoint {
  readonly at: number;
  readonly counts: Counts;
  readonly delivery: Readonly<Record<string, number>>;
}

/** Records a point, unless the last one is recent; `always` is for changes of state. */
export function recordPoint(
  db: WriteDb,
  { campaign, now, always = false }: { readonly campaign: number; readonly now: number; readonly always?: boolean },
): void {
  const span = db.get<{ first: number | null; last: number | null }>(
    // Two subqueries read one end of the key each; a combined query would scan.
    `SELECT (SELECT min(at) FROM campaign_point WHERE campaign = ?) AS first,
       (SELECT max(at) FROM campaign_point WHERE campaign = ?) AS last`,
    campaign,
    campaign,
  );
  const last = span?.last ?? undefined;
  const gapMs = Math.max(shortestMs, (now - (span?.first ?? now)) / gapsPerLife);
  if (!always && last !== undefined && now - last < gapMs) return;
  const counts = readCounts(db, campaign);
  db.run(
    "INSERT OR REPLACE INTO campaign_point (campaign, at, counts, delivery) VALUES (?, ?, ?, ?)",
    campaign,
    now,
    JSON.stringify(counts),
    JSON.stringify(deliveryOf(db, campaign, counts.accepted)),
  );
}

/** Accepted recipients without a status count as "unknown". */
function deliveryOf(db: ReadDb, campaign: number, accepted: number): Record<string, number> {
  const rows = db.all<{ value: string; count: number }>(
    "SELECT value, count FROM campaign_tally WHERE campaign = ? AND what = 'delivery' AND count > 0",
    campaign,
  );
  const counts = Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return { ...counts, unknown: (counts["unknown"] ?? 0) + Math.max(0, accepted - sum) };
}

/** Oldest first; evenly thinned to `limit`, always including the first and the last. */
export function timeline(
  db: ReadDb,
  { campaign, limit }: { readonly campaign: number; readonly limit: number },
): TimelinePoint[] {
  const total =
    db.get<{ total: number }>("SELECT count(*) AS total FROM campaign_point WHERE campaign = ?", campaign)?.total ?? 0;
  // Integer division truncates, which keeps one point for each of `limit` equal steps.
  const step = (place: string): string => `${place} * ${limit - 1} / ${Math.max(1, total - 1)}`;
  const condition = total <= limit ? "1" : `place = 0 OR ${step("place")} <> ${step("(place - 1)")}`;
  const records = db.all<{ at: number; counts: string; delivery: string }>(
    `SELECT at, counts, delivery FROM
       (SELECT at, counts, delivery, row_number() OVER (ORDER BY at) - 1 AS place FROM campaign_point WHERE campaign = ?)
     WHERE ${condition} ORDER BY at`,
    campaign,
  );
  return records.map(({ at, counts, delivery }) => ({
    at,
    // Safe cast: only `recordPoint` writes this column.
    counts: JSON.parse(counts) as Counts,
    delivery: JSON.parse(delivery) as Record<string, number>,
  }));
}
