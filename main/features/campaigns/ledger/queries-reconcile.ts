/** Looking unknown recipients up: which are due, and what was found. Plain functions of the store's thread. */
import type { DueUnknown, RowCounts, UnknownRow, Verdict } from "../../../jobs/ledger.ts";
import type { ReadDb, WriteDb } from "../../../store/db.ts";
import { applyDelta, shift, type Delta } from "./queries-counters.ts";
import { logRow } from "./queries-log.ts";

interface UnknownRecord {
  readonly row: number;
  readonly target: string;
  readonly text: string;
  readonly intent_at: number;
  readonly intent_offset: number | null;
  readonly settled_at: number;
  readonly checks: number;
}

export function dueUnknown(
  db: ReadDb,
  args: { readonly campaign: number; readonly now: number; readonly limit: number },
): DueUnknown {
  const records = db.all<UnknownRecord>(
    `SELECT row, endpoint AS target, text, intent_at, intent_offset, settled_at, checks FROM recipient
     WHERE campaign = ? AND outcome = 5 AND check_at <= ? ORDER BY check_at LIMIT ?`,
    args.campaign,
    args.now,
    args.limit,
  );
  const next = db.get<{ at: number | null }>(
    "SELECT min(check_at) AS at FROM recipient WHERE campaign = ? AND outcome = 5 AND check_at > ?",
    args.campaign,
    args.now,
  );
  return { rows: records.map(unknownRow), nextAt: next?.at ?? undefined };
}

function unknownRow(record: UnknownRecord): UnknownRow {
  const { row, target, text, checks } = record;
  return {
    row,
    target,
    text,
    checks,
    intentAt: record.intent_at,
    intentOffsetMs: record.intent_offset ?? undefined,
    since: record.settled_at,
  };
}

/** Every unknown row becomes due, also those that wait for a person. */
export function recheckUnknown(db: WriteDb, args: { readonly campaign: number; readonly now: number }): void {
  db.run("UPDATE recipient SET check_at = ?, checks = 0 WHERE campaign = ? AND outcome = 5", args.now, args.campaign);
}

export interface ReconcileArgs {
  readonly campaign: number;
  readonly verdicts: readonly Verdict[];
  readonly now: number;
}

/** Writes down what look-ups found; a row that is no longer unknown is left as it is. */
export function reconcile(db: WriteDb, args: ReconcileArgs): RowCounts {
  return db.transaction(() => {
    const delta: Delta = {};
    const cancelled = db.get<{ state: string }>("SELECT state FROM campaign WHERE id = ?", args.campaign);
    for (const verdict of args.verdicts) {
      switch (verdict.found) {
        case "accepted":
          proveAccepted(db, args, verdict.row, verdict.reference, delta);
          break;
        case "not-sent":
          proveNotSent(db, args, verdict.row, cancelled?.state === "cancelled", delta);
          break;
        case "still-unknown":
          db.run(
            `UPDATE recipient SET check_at = ?, checks = checks + 1, code = ?, message = ?
             WHERE campaign = ? AND row = ? AND outcome = 5`,
            verdict.nextCheckAt ?? null,
            verdict.code,
            verdict.detail,
            args.campaign,
            verdict.row,
          );
          break;
      }
    }
    return applyDelta(db, args.campaign, delta);
  });
}

/** One SMS has one owner: a record that another recipient took in the meantime proves nothing for this one. */
function proveAccepted(db: WriteDb, args: ReconcileArgs, row: number, reference: string, delta: Delta): void {
  const { campaign, now } = args;
  const { changes } = db.run(
    `UPDATE recipient SET outcome = 3, sms_id = ?, settled_at = ?, check_at = NULL, code = 'found', message = NULL
     WHERE campaign = ? AND row = ? AND outcome = 5 AND NOT EXISTS
       (SELECT 1 FROM recipient o WHERE o.endpoint = recipient.endpoint AND o.outcome = 3 AND o.sms_id = ?)`,
    reference,
    now,
    campaign,
    row,
    reference,
  );
  if (changes === 1) {
    shift(delta, "unknown", "accepted");
    logRow(db, campaign, row, now, "found", undefined, reference);
  }
}

function proveNotSent(db: WriteDb, args: ReconcileArgs, row: number, cancelled: boolean, delta: Delta): void {
  const { campaign, now } = args;
  const { changes } = db.run(
    `UPDATE recipient SET outcome = ?, settled_at = ?, check_at = NULL, code = 'proven-not-sent', message = NULL
     WHERE campaign = ? AND row = ? AND outcome = 5`,
    cancelled ? 6 : 1,
    now,
    campaign,
    row,
  );
  if (changes === 1) {
    shift(delta, "unknown", cancelled ? "cancelled" : "pending");
    logRow(db, campaign, row, now, "proven-not-sent");
  }
}
