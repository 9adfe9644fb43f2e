/** Reasons of failures, times of deliveries and counts over time, for the charts of a campaign. Plain functions of the store thread. */
import { type CodedText, decodeText } from "#shared/texts/coded-text.ts";
import type { Counts } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { readCounts } from "./queries-counters.ts";

export interface FailureCount {
  readonly outcome: "refused" | "unknown";
  readonly code: string | null;
  readonly message: CodedText | null;
  readonly count: number;
}

/** The most frequent reasons, and how many recipients have another one. */
export function countFailures(
  db: ReadDb,
  { campaign, limit }: { readonly campaign: number; readonly limit: number },
): { readonly failures: readonly FailureCount[]; readonly other: number } {
  const rows = db.all<{ outcome: number; code: string | null; message: string | null; count: number }>(
    `SELECT outcome, code, message, count(*) AS count FROM recipient WHERE campaign = ? AND outcome IN (4, 5)
     GROUP BY outcome, code, message ORDER BY count DESC, code, message`,
    campaign,
  );
  const failures = rows.slice(0, limit).map(({ outcome, code, message, count }): FailureCount => ({
    outcome: outcome === 4 ? "refused" : "unknown",
    code,
    message: message === null ? null : decodeText(message),
    count,
  }));
  return { failures, other: rows.slice(limit).reduce((sum, { count }) => sum + count, 0) };
}

/** Starts of the intervals of delivery times, in seconds. */
const deliverySteps = [0, 10, 30, 60, 120, 300, 900, 3600, 21_600, 86_400];

export interface DeliveryTimes {
  readonly fromMs: number;
  readonly untilMs: number | undefined;
  readonly count: number;
}

/** Delivered recipients by the time from the acceptance to the delivery; a service clock that is behind counts as 0. */
export function countDeliveryTimes(db: ReadDb, campaign: number): readonly DeliveryTimes[] {
  const cases = deliverySteps.map((from, index) => `WHEN ms >= ${from * 1000} THEN ${index}`).toReversed();
  const counts = db.all<{ step: number; count: number }>(
    `SELECT CASE ${cases.join(" ")} END AS step, count(*) AS count FROM
       (SELECT max(0, delivery_at - settled_at) AS ms FROM recipient
        WHERE campaign = ? AND outcome = 3 AND delivery = 'delivered' AND delivery_at IS NOT NULL AND settled_at IS NOT NULL)
     GROUP BY step`,
    campaign,
  );
  const byStep = new Map(counts.map(({ step, count }) => [step, count]));
  return deliverySteps.map((from, index) => {
    const until = deliverySteps[index + 1];
    return {
      fromMs: from * 1000,
      untilMs: until === undefined ? undefined : until * 1000,
      count: byStep.get(index) ?? 0,
    };
  });
}

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

export interface Throttle {
  readonly from: number;
  readonly until: number;
}

/** Records that messages were turned away in this time. Times that are closer than two points of the chart become one. */
export function recordThrottle(db: WriteDb, { campaign, from, until }: Throttle & { readonly campaign: number }): void {
  const last = db.get<{ from_at: number; until_at: number; first: number }>(
    `SELECT from_at, until_at, (SELECT min(from_at) FROM campaign_throttle WHERE campaign = ?) AS first
     FROM campaign_throttle WHERE campaign = ? ORDER BY from_at DESC LIMIT 1`,
    campaign,
    campaign,
  );
  const gapMs = Math.max(shortestMs, (from - (last?.first ?? from)) / gapsPerLife);
  const joined = last !== undefined && from - last.until_at <= gapMs ? last : undefined;
  db.run(
    "INSERT OR REPLACE INTO campaign_throttle (campaign, from_at, until_at) VALUES (?, ?, ?)",
    campaign,
    joined?.from_at ?? from,
    Math.max(joined?.until_at ?? until, until),
  );
}

/** Oldest first. */
export function listThrottles(db: ReadDb, campaign: number): Throttle[] {
  return db.all<Throttle & Record<string, unknown>>(
    'SELECT from_at AS "from", until_at AS "until" FROM campaign_throttle WHERE campaign = ? ORDER BY from_at',
    campaign,
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
