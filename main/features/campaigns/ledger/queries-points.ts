/** Counts over time, as they are drawn. Plain functions of the store's thread. */
import type { Counts } from "#contract/campaign-schemas.ts";
import type { ReadDb, WriteDb } from "../../../store/db.ts";
import { readCounts } from "./queries-counters.ts";

/** Points of a campaign are at least this far apart, and further the longer it lasts: some thousands are enough for ever. */
const shortestMs = 2_000;
const gapsPerLife = 1_000;

export interface TimelinePoint {
  readonly at: number;
  readonly counts: Counts;
  readonly delivery: Readonly<Record<string, number>>;
}

/** Writes a point down, unless the last one is young; `always` is for changes of state. */
export function recordPoint(
  db: WriteDb,
  { campaign, now, always = false }: { readonly campaign: number; readonly now: number; readonly always?: boolean },
): void {
  const span = db.get<{ first: number | null; last: number | null }>(
    // One by one each is a look at an end of the key; together they would be a scan.
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

/** What is not known is "unknown", never nothing. */
function deliveryOf(db: ReadDb, campaign: number, accepted: number): Record<string, number> {
  const rows = db.all<{ value: string; count: number }>(
    "SELECT value, count FROM campaign_tally WHERE campaign = ? AND what = 'delivery' AND count > 0",
    campaign,
  );
  const counts = Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return { ...counts, unknown: (counts["unknown"] ?? 0) + Math.max(0, accepted - sum) };
}

/** Oldest first; evenly thinned to `limit`, the first and the last always among them. */
export function timeline(
  db: ReadDb,
  { campaign, limit }: { readonly campaign: number; readonly limit: number },
): TimelinePoint[] {
  const total =
    db.get<{ total: number }>("SELECT count(*) AS total FROM campaign_point WHERE campaign = ?", campaign)?.total ?? 0;
  // Whole numbers, so that the division drops what is left: one point for each of `limit` equal steps.
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
    // Written just above, never by anybody else.
    counts: JSON.parse(counts) as Counts,
    delivery: JSON.parse(delivery) as Record<string, number>,
  }));
}
