/** Which accepted messages are to be checked, and when. Plain functions of the store thread. */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { tally } from "./queries-tally.ts";

/** Campaigns with messages to check, newest first; one index step per campaign. */
const openCampaigns = `
  WITH RECURSIVE open(campaign) AS (
    SELECT max(campaign) FROM recipient INDEXED BY recipient_watch WHERE watch_at IS NOT NULL
    UNION ALL
    SELECT (SELECT max(campaign) FROM recipient INDEXED BY recipient_watch WHERE watch_at IS NOT NULL AND campaign < open.campaign)
    FROM open WHERE open.campaign IS NOT NULL
  )`;

export interface WatchScope {
  readonly connection: number;
  /** Only recipients of this campaign. */
  readonly campaign?: number;
}

/** Connections with messages to check. */
export function watchedConnections(db: ReadDb): number[] {
  return db
    .all<{ connection: number }>(
      `${openCampaigns} SELECT DISTINCT c.connection FROM open JOIN campaign c ON c.id = open.campaign`,
    )
    .map(({ connection }) => connection);
}

export interface DueWatches {
  /** Endpoints whose list is to be read, the most recently due first. */
  readonly endpoints: readonly string[];
  /** Next due time after now; undefined: nothing is left to check. */
  readonly nextAt: number | undefined;
}

export function dueWatches(
  db: ReadDb,
  { connection, campaign, now, limit }: WatchScope & { readonly now: number; readonly limit: number },
): DueWatches {
  const campaigns = campaign === undefined ? watchedOver(db, connection) : [campaign];
  const due: { readonly endpoint: string; readonly at: number }[] = [];
  let nextAt: number | undefined;
  for (const one of campaigns) {
    due.push(
      ...db.all<{ endpoint: string; at: number }>(
        `SELECT endpoint, watch_at AS at FROM recipient INDEXED BY recipient_watch
         WHERE campaign = ? AND watch_at <= ? ORDER BY watch_at DESC LIMIT ?`,
        one,
        now,
        limit,
      ),
    );
    const next = db.get<{ at: number | null }>(
      "SELECT min(watch_at) AS at FROM recipient INDEXED BY recipient_watch WHERE campaign = ? AND watch_at > ?",
      one,
      now,
    );
    const at = next?.at ?? undefined;
    if (at !== undefined) nextAt = Math.min(nextAt ?? at, at);
  }
  const newestFirst = due.toSorted((a, b) => b.at - a.at).map(({ endpoint }) => endpoint);
  return { endpoints: [...new Set(newestFirst)].slice(0, limit), nextAt };
}

function watchedOver(db: ReadDb, connection: number): number[] {
  return db
    .all<{ campaign: number }>(
      `${openCampaigns} SELECT open.campaign FROM open JOIN campaign c ON c.id = open.campaign WHERE c.connection = ?`,
      connection,
    )
    .map(({ campaign }) => campaign);
}

export function countWatched(db: ReadDb, campaign: number): number {
  const sql =
    "SELECT count(*) AS open FROM recipient INDEXED BY recipient_watch WHERE campaign = ? AND watch_at IS NOT NULL";
  return db.get<{ open: number }>(sql, campaign)?.open ?? 0;
}

/** Makes every accepted recipient due now that is still checked or has no final delivery status. */
export function watchNow(db: WriteDb, { campaign, now }: { readonly campaign: number; readonly now: number }): void {
  db.run(
    `UPDATE recipient SET watch_at = ? WHERE campaign = ? AND outcome = 3
     AND (watch_at IS NOT NULL OR delivery IS NULL OR delivery NOT IN ('delivered', 'failed', 'expired', 'cancelled'))`,
    now,
    campaign,
  );
}

/** Stops all checks, because the connection was removed: open replies become unknown, and unknown recipients wait for an operator. */
export function stopWatching(db: WriteDb, connection: number): void {
  db.transaction(() => {
    const waiting = db.all<{ campaign: number; row: number }>(
      `SELECT r.campaign, r.row FROM campaign c JOIN recipient r INDEXED BY recipient_watch ON r.campaign = c.id
       WHERE c.connection = ? AND r.watch_at IS NOT NULL AND r.reply IS NULL AND c.options ->> '$.expect.pattern' IS NOT NULL`,
      connection,
    );
    for (const { campaign, row } of waiting) {
      db.run("UPDATE recipient SET reply = 'unknown' WHERE campaign = ? AND row = ?", campaign, row);
      tally(db, campaign, "reply", undefined, "unknown");
    }
    const ours = "campaign IN (SELECT id FROM campaign WHERE connection = ?)";
    db.run(`UPDATE recipient SET watch_at = NULL WHERE watch_at IS NOT NULL AND ${ours}`, connection);
    db.run(`UPDATE recipient SET check_at = NULL WHERE outcome = 5 AND ${ours}`, connection);
    db.run("DELETE FROM sms_record_clock WHERE connection = ?", connection);
  });
}
