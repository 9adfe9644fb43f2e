/** Look-ups of unknown recipients: which are due, and how verdicts are applied. Plain functions of the store thread. */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { DueUnknown, RowCounts, UnknownRow, Verdict } from "../../../core/jobs/ledger.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { outcomeCode, applyDelta, type Delta, logRow, shift } from "./queries-counters.ts";
import { removeRecipients, shiftRemoved } from "./queries-recipients.ts";
import { connectionsToServiceOf } from "./queries-rows.ts";
import type { ClaimPosition } from "../../../core/hosts.ts";
import type { PendingRow, SuspectReason } from "./queries-mark.ts";

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

/** Selects another owner of a record: by SMS id, and twice by campaign. */
const ownerOfRecord = `SELECT 1 FROM recipient o JOIN campaign c ON c.id = o.campaign
  WHERE o.endpoint = recipient.endpoint AND o.outcome = 3 AND o.sms_id = ?
    AND c.connection IN ${connectionsToServiceOf("(SELECT connection FROM campaign WHERE id = ?)")}`;

/** One SMS has one owner: a record that another recipient owns when this runs proves nothing for this one. */
function proveAccepted(db: WriteDb, args: ReconcileArgs, verdict: VerdictOf<"accepted">, delta: Delta): void {
  const { campaign, now } = args;
  const { row, attempt, reference } = verdict;
  const { changes } = db.run(
    `UPDATE recipient SET outcome = 3, sms_id = ?, settled_at = ?, watch_at = ?, check_at = NULL, code = 'matched-by-text', message = NULL
     WHERE campaign = ? AND row = ? AND outcome = 5 AND attempts = ? AND NOT EXISTS
       (${ownerOfRecord})`,
    reference,
    now,
    args.watchAt ?? null,
    campaign,
    row,
    attempt,
    reference,
    campaign,
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

// Pending rows that another state of this database may have sent: which they are, and how verdicts are applied. Plain functions of
// the store thread.
// Invariants
// - An unverified row is not claimed (the index `recipient_pending` excludes it) and never reported as cancelled: `doubt_at` is the
// time of planning.
// - It becomes claimable by a look-up that proves that nothing was sent, or by an operator.
// - A rejected row is flagged too: another state may have retried it. It is looked up once it is requeued.

export interface FlagArgs {
  readonly campaign: number;
  readonly reason: SuspectReason;
  /** The last row in claim order that may have been sent; undefined: any row. */
  readonly upTo?: ClaimPosition;
  /** Only these rows. */
  readonly rows?: readonly number[];
  /** Service time before which they were sent; undefined where it is unknown. */
  readonly sentBefore: number | undefined;
  /** Service time after which they were sent; undefined: at any time since the campaign was planned. */
  readonly sentAfter?: number;
  readonly now: number;
}

const anyUnverified =
  "FROM recipient INDEXED BY recipient_unverified WHERE campaign = ? AND outcome = 1 AND unverified > 0";

/** Flags pending and rejected rows as unverified; returns how many of them are pending. */
export function flagUnverified(db: WriteDb, args: FlagArgs): number {
  const { campaign, reason, upTo, rows, now } = args;
  return db.transaction(() => {
    const where = `${upTo === undefined ? "" : "AND (ring, row) <= (?, ?)"}
      ${rows === undefined ? "" : "AND row IN (SELECT value FROM json_each(?))"}`;
    const values = [
      ...(upTo === undefined ? [] : [upTo.wave, upTo.row]),
      ...(rows === undefined ? [] : [JSON.stringify(rows)]),
    ];
    db.run(
      `UPDATE campaign SET suspect = NULL, suspect_at = max(coalesce(suspect_at, 0), ?), suspect_from =
         CASE WHEN EXISTS (SELECT 1 FROM recipient WHERE campaign = ? AND outcome IN (1, 4) AND unverified > 0)
           THEN min(suspect_from, ?) ELSE ? END WHERE id = ?`,
      args.sentBefore ?? Number.MAX_SAFE_INTEGER,
      campaign,
      args.sentAfter ?? null,
      args.sentAfter ?? null,
      campaign,
    );
    const { changes } = db.run(
      `UPDATE recipient SET unverified = 1, checks = 0, check_at = NULL,
         doubt_at = coalesce(doubt_at, (SELECT created_at FROM campaign WHERE id = campaign))
       WHERE campaign = ? AND outcome = 1 ${where}`,
      campaign,
      ...values,
    );
    db.run(
      `UPDATE recipient SET unverified = 1, checks = 0 WHERE campaign = ? AND outcome = 4 ${where}`,
      campaign,
      ...values,
    );
    if (changes === 0) return 0;
    const message = codedText("unverified-looked-up", { count: changes, reason: codedText(`suspect-${reason}`) });
    db.run(
      `INSERT INTO campaign_event (campaign, at, event, state, reason, message)
       SELECT id, ?, 'unverified', state, ?, ? FROM campaign WHERE id = ?`,
      now,
      reason,
      encodeText(message),
      campaign,
    );
    return changes;
  });
}

/** Schedules another look-up of rows that earlier look-ups could not decide. */
export function recheckUnverified(db: WriteDb, campaign: number): void {
  db.run(
    "UPDATE recipient SET unverified = 1, checks = 0 WHERE campaign = ? AND outcome = 1 AND unverified = 2",
    campaign,
  );
}

const unverified = `${anyUnverified}
  AND ring <= (SELECT ring_open FROM campaign WHERE id = recipient.campaign)`;

/** In claim order, without those that wait for an operator. */
export function nextUnverified(
  db: ReadDb,
  { campaign, limit }: { readonly campaign: number; readonly limit: number },
): (PendingRow & { readonly checks: number })[] {
  return db.all(
    `SELECT row, endpoint AS target, text, checks ${unverified} AND unverified = 1 ORDER BY ring, row LIMIT ?`,
    campaign,
    limit,
  );
}

export interface UnverifiedLeft {
  readonly toLookUp: number;
  /** Rows that wait for an operator. */
  readonly unclear: number;
}

/** Counts for the open waves. */
export function unverifiedLeft(db: ReadDb, campaign: number): UnverifiedLeft {
  const left = db.get<{ all: number; unclear: number | null }>(
    `SELECT count(*) AS "all", sum(unverified = 2) AS unclear ${unverified}`,
    campaign,
  );
  const unclear = left?.unclear ?? 0;
  return { toLookUp: (left?.all ?? 0) - unclear, unclear };
}

/** Verdict of an unverified row's look-ups. `again`: undecided; the row stays unverified. */
export type UnverifiedVerdict =
  | { readonly row: number; readonly kind: "accepted"; readonly reference: string }
  | { readonly row: number; readonly kind: "not-sent" | "again" }
  | { readonly row: number; readonly kind: "unclear"; readonly code: string; readonly detail: CodedText };

export interface DecideArgs {
  readonly campaign: number;
  readonly verdicts: readonly UnverifiedVerdict[];
  readonly now: number;
  /** When a row that turns out to be accepted is first checked; undefined where delivery is not checked. */
  readonly watchAt?: number;
}

/** Applies verdicts of look-ups. A row that is no longer unverified is left unchanged. */
export function decideUnverified(db: WriteDb, args: DecideArgs): RowCounts {
  const { campaign, now } = args;
  return db.transaction(() => {
    const delta: Delta = {};
    for (const verdict of args.verdicts) {
      const { row } = verdict;
      const mine = "WHERE campaign = ? AND row = ? AND outcome = 1 AND unverified > 0";
      switch (verdict.kind) {
        case "accepted":
          if (takeRecord(db, args, row, verdict.reference)) {
            shift(delta, "pending", "accepted");
            logRow(db, campaign, row, now, "found", undefined, codedText("sms-id", { id: verdict.reference }));
          }
          break;
        case "not-sent": {
          // An unconfirmed attempt from before the flag is kept: an operator requeued the row.
          const { changes } = db.run(
            `UPDATE recipient SET unverified = 0, checks = 0, code = NULL, message = NULL,
               doubt_at = nullif(doubt_at, (SELECT created_at FROM campaign WHERE id = campaign)) ${mine}`,
            campaign,
            row,
          );
          if (changes > 0) logRow(db, campaign, row, now, "proven-not-sent");
          break;
        }
        case "unclear":
          db.run(
            `UPDATE recipient SET unverified = 2, code = ?, message = ? ${mine}`,
            verdict.code,
            encodeText(verdict.detail),
            campaign,
            row,
          );
          break;
        case "again":
          db.run(`UPDATE recipient SET checks = checks + 1 ${mine}`, campaign, row);
          break;
      }
    }
    return applyDelta(db, campaign, delta);
  });
}

/** One SMS has one owner: returns false where another recipient owns the record when this runs. */
function takeRecord(db: WriteDb, { campaign, now, watchAt }: DecideArgs, row: number, reference: string): boolean {
  const { changes } = db.run(
    `UPDATE recipient SET outcome = 3, unverified = 0, attempts = max(attempts, 1), intent_at = coalesce(intent_at, doubt_at),
       doubt_at = NULL, doubt_offset = NULL, sms_id = ?, settled_at = ?, watch_at = ?, check_at = NULL, code = 'matched-by-text', message = NULL
     WHERE campaign = ? AND row = ? AND outcome = 1 AND unverified > 0 AND NOT EXISTS
       (${ownerOfRecord})`,
    reference,
    now,
    watchAt ?? null,
    campaign,
    row,
    reference,
    campaign,
    campaign,
  );
  if (changes === 0) return false;
  db.run("UPDATE campaign SET c_matched_by_text = c_matched_by_text + 1 WHERE id = ?", campaign);
  return true;
}

/** Releases the rows that no look-up could decide, for an operator; returns how many. */
export function releaseUnverified(
  db: WriteDb,
  { campaign, now }: { readonly campaign: number; readonly now: number },
): number {
  return db.transaction(() => {
    const mine = "campaign = ? AND outcome = 1 AND unverified = 2";
    db.run(
      `INSERT INTO recipient_event (campaign, row, at, kind, code)
       SELECT campaign, row, ?, 'retry', code FROM recipient WHERE ${mine} ORDER BY row`,
      now,
      campaign,
    );
    return db.run(`UPDATE recipient SET unverified = 0, checks = 0, message = NULL WHERE ${mine}`, campaign).changes;
  });
}
