/** Unknown recipients of campaigns without a run: which are due, and single messages whose sender no longer waits. */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { cancelPending } from "./queries-cancel.ts";

/** Campaigns with unknown recipients that are due; one index step per campaign that has any. */
export function campaignsDue(db: ReadDb, now: number): number[] {
  return db
    .all<{ campaign: number }>(
      `WITH RECURSIVE open(campaign) AS (
         SELECT min(campaign) FROM recipient INDEXED BY recipient_unknown WHERE outcome = 5
         UNION ALL
         SELECT (SELECT min(campaign) FROM recipient INDEXED BY recipient_unknown WHERE outcome = 5 AND campaign > open.campaign)
         FROM open WHERE open.campaign IS NOT NULL
       )
       SELECT open.campaign FROM open WHERE open.campaign IS NOT NULL AND EXISTS
         (SELECT 1 FROM recipient r INDEXED BY recipient_unknown
          WHERE r.campaign = open.campaign AND r.outcome = 5 AND r.check_at <= ?)`,
      now,
    )
    .map(({ campaign }) => campaign);
}

/** Due times belong to the process that wrote them: at the start of another, every row that is looked up automatically is due. */
export function restartLookUps(db: WriteDb): void {
  db.run("UPDATE recipient SET check_at = 0 WHERE outcome = 5 AND check_at IS NOT NULL");
}

/** Schedules look-ups of single messages whose sender stopped waiting, unless an operator has to decide or all look-ups were made. */
export function resumeSingles(
  db: WriteDb,
  { at, mostChecks }: { readonly at: number; readonly mostChecks: number },
): void {
  db.run(
    `UPDATE recipient SET check_at = ? WHERE outcome = 5 AND check_at IS NULL AND checks < ?
     AND coalesce(code, '') <> 'proven-not-sent' AND campaign IN (SELECT id FROM campaign WHERE kind = 'single' AND state <> 'running')`,
    at,
    mostChecks,
  );
}

/** Campaign ids of single messages to an endpoint whose outcome is unknown. */
export function unknownSingles(
  db: ReadDb,
  { connection, endpoint }: { readonly connection: number; readonly endpoint: string },
): number[] {
  return db
    .all<{ campaign: number }>(
      `SELECT r.campaign FROM recipient r INDEXED BY recipient_endpoint JOIN campaign c ON c.id = r.campaign
       WHERE r.endpoint = ? AND r.outcome = 5 AND c.connection = ? AND c.kind = 'single'`,
      endpoint,
      connection,
    )
    .map(({ campaign }) => campaign);
}

/** Cancels single messages that were never sent: their sender no longer waits, so they must not be sent later. Returns how many. */
export function cancelPendingSingles(db: WriteDb, now: number): number {
  return db.transaction(() => {
    const left = db.all<{ id: number }>("SELECT id FROM campaign WHERE kind = 'single' AND c_pending > 0");
    for (const { id } of left) cancelPending(db, { campaign: id, code: "not-sent", now });
    return left.length;
  });
}
