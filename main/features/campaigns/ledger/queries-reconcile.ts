/** Look-ups of unknown recipients: which are due, and how verdicts are applied. Plain functions of the store thread. */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import type { DueUnknown, RowCounts, UnknownRow, Verdict } from "../../../core/jobs/ledger.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { outcomeCode } from "./outcome-codes.ts";
import { shiftRemoved, removeRecipients } from "./queries-cancel.ts";
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
  readonly attempts: number;
  readonly unwanted: number;
  readonly proven: number;
}

export function dueUnknown(
  db: ReadDb,
  args: { readonly campaign: number; readonly now: number; readonly limit: number },
): DueUnknown {
  const records = db.all<UnknownRecord>(
    `SELECT row, endpoint AS target, text, intent_at, intent_offset, settled_at, checks, attempts,
       drop_code IS NOT NULL OR (SELECT state FROM campaign WHERE id = campaign) = 'cancelled' AS unwanted,
       coalesce(code, '') = 'proven-not-sent' AS proven FROM recipient
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
    attempt: record.attempts,
    intentAt: record.intent_at,
    intentOffsetMs: record.intent_offset ?? undefined,
    since: record.settled_at,
    proven: record.proven === 1,
    isResendable: record.unwanted === 0,
  };
}

/** Counts of unknown recipients whose list could not be read, and of those proven not sent, which wait for an operator. */
export function unknownByCause(db: ReadDb, campaign: number): { readonly unread: number; readonly proven: number } {
  const sums = `sum(message LIKE '{"code":"list-not-read"%') AS unread, sum(code = 'proven-not-sent') AS proven`;
  const totals = db.get<{ unread: number | null; proven: number | null }>(
    `SELECT ${sums} FROM recipient INDEXED BY recipient_unknown WHERE campaign = ? AND outcome = 5`,
    campaign,
  );
  return { unread: totals?.unread ?? 0, proven: totals?.proven ?? 0 };
}

/** Makes every unknown row due, including those that wait for an operator. */
export function recheckUnknown(db: WriteDb, campaign: number): void {
  db.run("UPDATE recipient SET check_at = 0, checks = 0 WHERE campaign = ? AND outcome = 5", campaign);
}

export interface ReconcileArgs {
  readonly campaign: number;
  readonly verdicts: readonly Verdict[];
  readonly now: number;
  /** When a row that is proven accepted now is first checked; undefined where delivery is not checked. */
  readonly watchAt?: number;
}

/** Applies verdicts of look-ups. A row that is no longer unknown, or was sent again since, is left unchanged. */
export function reconcile(db: WriteDb, args: ReconcileArgs): RowCounts {
  return db.transaction(() => {
    const delta: Delta = {};
    const cancelled = db.get<{ state: string }>("SELECT state FROM campaign WHERE id = ?", args.campaign);
    for (const verdict of args.verdicts) {
      switch (verdict.kind) {
        case "accepted":
          proveAccepted(db, args, verdict, delta);
          break;
        case "not-sent":
          proveNotSent(db, args, verdict, cancelled?.state === "cancelled", delta);
          break;
        case "still-unknown":
          stayUnknown(db, args, verdict);
          break;
      }
    }
    return applyDelta(db, args.campaign, delta);
  });
}

type VerdictOf<K extends Verdict["kind"]> = Extract<Verdict, { readonly kind: K }>;

function stayUnknown(db: WriteDb, { campaign }: ReconcileArgs, verdict: VerdictOf<"still-unknown">): void {
  db.run(
    `UPDATE recipient SET check_at = ?, checks = checks + 1, code = ?, message = ?
     WHERE campaign = ? AND row = ? AND outcome = 5 AND attempts = ?`,
    verdict.nextCheckAt ?? null,
    verdict.code,
    encodeText(verdict.detail),
    campaign,
    verdict.row,
    verdict.attempt,
  );
}

/** One SMS has one owner: a record that another recipient of the connection owns by now proves nothing for this one. */
function proveAccepted(db: WriteDb, args: ReconcileArgs, verdict: VerdictOf<"accepted">, delta: Delta): void {
  const { campaign, now } = args;
  const { row, attempt, reference } = verdict;
  const { changes } = db.run(
    `UPDATE recipient SET outcome = 3, sms_id = ?, settled_at = ?, watch_at = ?, check_at = NULL, code = 'matched-by-text', message = NULL
     WHERE campaign = ? AND row = ? AND outcome = 5 AND attempts = ? AND NOT EXISTS
       (SELECT 1 FROM recipient o JOIN campaign c ON c.id = o.campaign
        WHERE o.endpoint = recipient.endpoint AND o.outcome = 3 AND o.sms_id = ?
          AND c.connection = (SELECT connection FROM campaign WHERE id = ?))`,
    reference,
    now,
    args.watchAt ?? null,
    campaign,
    row,
    attempt,
    reference,
    campaign,
  );
  if (changes === 1) {
    shift(delta, "unknown", "accepted");
    db.run("UPDATE campaign SET c_matched_by_text = c_matched_by_text + 1 WHERE id = ?", campaign);
    logRow(db, campaign, row, now, "found", undefined, codedText("sms-id", { id: reference }));
    return;
  }
  db.run(
    "UPDATE recipient SET check_at = 0, checks = checks + 1 WHERE campaign = ? AND row = ? AND outcome = 5 AND attempts = ?",
    campaign,
    row,
    attempt,
  );
}

/** The proof covers the attempt in question only: where the row is not sent again, an earlier unconfirmed attempt is looked up next. */
function proveNotSent(
  db: WriteDb,
  args: ReconcileArgs,
  { row, attempt }: VerdictOf<"not-sent">,
  campaignCancelled: boolean,
  delta: Delta,
): void {
  const { campaign, now } = args;
  const record = db.get<{ drop_code: string | null; doubt_at: number | null }>(
    "SELECT drop_code, doubt_at FROM recipient WHERE campaign = ? AND row = ? AND outcome = 5 AND attempts = ?",
    campaign,
    row,
    attempt,
  );
  if (record === undefined) return;
  logRow(db, campaign, row, now, "proven-not-sent");
  // In a cancelled campaign the row is cancelled instead of pending, and so is a row that was removed.
  const to = campaignCancelled || record.drop_code !== null ? "cancelled" : "pending";
  db.run(
    `UPDATE recipient SET outcome = ?, settled_at = ?, check_at = NULL, code = ?, message = NULL, drop_code = NULL
     WHERE campaign = ? AND row = ?`,
    outcomeCode.pending,
    now,
    "proven-not-sent",
    campaign,
    row,
  );
  shift(delta, "unknown", "pending");
  if (to === "pending") return;
  const code = record.drop_code ?? (record.doubt_at === null ? "proven-not-sent" : "cancelled");
  const removal = { campaign, code, now };
  const logged = record.drop_code !== null;
  shiftRemoved(delta, removeRecipients(db, removal, { condition: "row = ?", values: [row], logged }));
}
