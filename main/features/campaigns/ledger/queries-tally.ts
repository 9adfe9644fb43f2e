/**
 * Delivery and reply counts of accepted recipients, updated in the transaction that changes a row, so a status needs no scan.
 *
 * Invariant: for every campaign, `campaign_tally` equals a recount of the columns `delivery` and `reply`.
 */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

export type Tallied = "delivery" | "reply";

/** Moves one row from one value to another; undefined means no value. */
export function tally(
  db: WriteDb,
  campaign: number,
  dimension: Tallied,
  from: string | undefined,
  to: string | undefined,
): void {
  if (from === to) return;
  if (from !== undefined) add(db, campaign, dimension, from, -1);
  if (to !== undefined) add(db, campaign, dimension, to, 1);
}

function add(db: WriteDb, campaign: number, dimension: Tallied, value: string, count: number): void {
  db.run(
    `INSERT INTO campaign_tally (campaign, what, value, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (campaign, what, value) DO UPDATE SET count = count + excluded.count`,
    campaign,
    dimension,
    value,
    count,
  );
}

export interface Tallies {
  readonly delivery: Readonly<Record<string, number>>;
  readonly reply: Readonly<Record<string, number>>;
  /** Some of its recipients are still being checked. */
  readonly watching: boolean;
}

/** Counts recorded so far; accepted recipients that are not included have no data. */
export function tallies(db: ReadDb, campaign: number): Tallies {
  const rows = db.all<{ what: Tallied; value: string; count: number }>(
    "SELECT what, value, count FROM campaign_tally WHERE campaign = ? AND count > 0",
    campaign,
  );
  const of = (kind: Tallied): Record<string, number> =>
    Object.fromEntries(
      rows.filter(({ what: dimension }) => dimension === kind).map(({ value, count }) => [value, count]),
    );
  return { delivery: of("delivery"), reply: of("reply"), watching: isWatched(db, campaign) };
}

export function isWatched(db: ReadDb, campaign: number): boolean {
  const sql = "SELECT 1 FROM recipient INDEXED BY recipient_watch WHERE campaign = ? AND watch_at IS NOT NULL LIMIT 1";
  return db.get(sql, campaign) !== undefined;
}

/** Counts recomputed from the rows; the stored tallies must equal them. */
export function recountTallies(db: ReadDb, campaign: number): Omit<Tallies, "watching"> {
  const of = (dimension: Tallied): Record<string, number> =>
    Object.fromEntries(
      db
        .all<{ value: string; count: number }>(
          `SELECT ${dimension} AS value, count(*) AS count FROM recipient WHERE campaign = ? AND ${dimension} IS NOT NULL GROUP BY ${dimension}`,
          campaign,
        )
        .map(({ value, count }) => [value, count]),
    );
  return { delivery: of("delivery"), reply: of("reply") };
}

/** Records delivery statuses of single messages, for example after a recall. */
export function setDelivery(
  db: WriteDb,
  args: {
    readonly campaign: number;
    readonly rows: readonly { readonly row: number; readonly delivery: string }[];
    readonly now: number;
  },
): void {
  const { campaign, now } = args;
  db.transaction(() => {
    for (const { row, delivery } of args.rows) {
      const before = db.get<{ delivery: string | null }>(
        "SELECT delivery FROM recipient WHERE campaign = ? AND row = ? AND outcome = 3",
        campaign,
        row,
      );
      if (before === undefined || before.delivery === delivery) continue;
      db.run(
        "UPDATE recipient SET delivery = ?, delivery_at = ? WHERE campaign = ? AND row = ?",
        delivery,
        now,
        campaign,
        row,
      );
      tally(db, campaign, "delivery", before.delivery ?? undefined, delivery);
    }
  });
}
