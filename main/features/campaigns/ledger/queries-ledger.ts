/**
 * Claims, outcomes and recovery of recipients: plain functions that run in the store thread.
 *
 * Invariants
 * - Every function is one transaction; the counters of the campaign change with the rows.
 * - Only the process that holds the lease claims rows or records outcomes.
 * - An outcome applies to a row that is `sending`; anything else is a conflict and nothing of the group is committed.
 */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ClaimPosition } from "../../../core/hosts.ts";
import type { ClaimedRow, Commit, OutcomeRecord } from "../../../core/jobs/ledger.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { removeRecipients, shiftRemoved } from "./queries-recipients.ts";
import { applyDelta, type Delta, logRow, shift } from "./queries-counters.ts";
import { type LeaseHolder, requireLease } from "./queries-lease.ts";
import { localDay } from "#shared/rules/zone-time.ts";

export interface CommitArgs {
  readonly campaign: number;
  readonly holder: LeaseHolder;
  readonly outcomeRecords: readonly OutcomeRecord[];
  readonly claim: number;
  /** How far the send mark allows claims; undefined for a job without a mark. */
  readonly cover?: { readonly upTo: ClaimPosition | undefined };
  /** Wall clock, epoch milliseconds. */
  readonly now: number;
  /** Service clock minus ours, where known. */
  readonly offsetMs: number | undefined;
  /** When a row that becomes unknown now is first looked up. */
  readonly firstCheckAt: number;
  /** Maximum number of attempts of the connection per day; rows are claimed only up to it. */
  readonly dailyBudget?: number;
  /** When a row that is accepted now is first checked; undefined where delivery is not checked. */
  readonly watchAt?: number;
}

/** Result of a commit; `budgetSpent`: nothing more may be claimed on this day. */
export type LedgerCommit = Omit<Commit, "budgetSpent"> & {
  readonly budgetSpent: boolean;
  /** Rows of the campaign that were ever claimed. */
  readonly claims: number;
};

/** Records a group of outcomes, then claims the next group, in one commit that is on disk when this returns. */
export function commit(db: WriteDb, args: CommitArgs): LedgerCommit {
  return db.transaction(() => {
    requireLease(db, args.campaign, args.holder, args.now);
    const connection = connectionOf(db, args.campaign);
    const delta: Delta = {};
    for (const outcomeRecord of args.outcomeRecords) recordOutcome(db, { ...args, connection }, outcomeRecord, delta);
    const { dailyBudget, now } = args;
    const room = dailyBudget === undefined ? args.claim : dailyBudget - attemptsOfDay(db, { connection, now });
    const claimed = room > 0 && args.claim > 0 ? claim(db, { ...args, claim: Math.min(room, args.claim) }, delta) : [];
    countAttempts(db, connection, now, claimed.length);
    const claims = countClaims(db, args.campaign, claimed.length);
    const more = isClaimable(db, args.campaign);
    return { claimed, counts: applyDelta(db, args.campaign, delta), more, budgetSpent: more && room <= 0, claims };
  });
}

function countClaims(db: WriteDb, campaign: number, count: number): number {
  const added = "UPDATE campaign SET claims = claims + ? WHERE id = ? RETURNING claims";
  return db.get<{ claims: number }>(added, count, campaign)?.claims ?? 0;
}

function connectionOf(db: ReadDb, campaign: number): number {
  return db.get<{ connection: number }>("SELECT connection FROM campaign WHERE id = ?", campaign)?.connection ?? 0;
}

function recordOutcome(
  db: WriteDb,
  args: CommitArgs & { readonly connection: number },
  outcomeRecord: OutcomeRecord,
  delta: Delta,
): void {
  const { campaign, now } = args;
  const { row } = outcomeRecord;
  let changes: number;
  switch (outcomeRecord.outcome) {
    case "accepted":
      changes = db.run(
        "UPDATE recipient SET outcome = 3, settled_at = ?, sms_id = ?, watch_at = ? WHERE campaign = ? AND row = ? AND outcome = 2",
        now,
        outcomeRecord.reference ?? null,
        args.watchAt ?? null,
        campaign,
        row,
      ).changes;
      shift(delta, "sending", "accepted");
      break;
    case "refused":
      changes = db.run(
        "UPDATE recipient SET outcome = 4, settled_at = ?, code = ?, message = ? WHERE campaign = ? AND row = ? AND outcome = 2",
        now,
        outcomeRecord.code,
        encodeText(outcomeRecord.message),
        campaign,
        row,
      ).changes;
      shift(delta, "sending", "refused");
      logRow(db, campaign, row, now, "refused", outcomeRecord.code, outcomeRecord.message);
      break;
    case "unknown":
      changes = db.run(
        `UPDATE recipient SET outcome = 5, settled_at = ?, code = ?, message = ?, check_at = ?, checks = 0
         WHERE campaign = ? AND row = ? AND outcome = 2`,
        now,
        outcomeRecord.code,
        encodeText(outcomeRecord.message),
        args.firstCheckAt,
        campaign,
        row,
      ).changes;
      shift(delta, "sending", "unknown");
      logRow(db, campaign, row, now, "unknown", outcomeRecord.code, outcomeRecord.message);
      break;
    case "not-sent":
      uncountAttempt(db, args, row);
      changes = db.run(
        "UPDATE recipient SET outcome = 1, attempts = attempts - ?, code = ? WHERE campaign = ? AND row = ? AND outcome = 2",
        outcomeRecord.performed ? 0 : 1,
        outcomeRecord.code,
        campaign,
        row,
      ).changes;
      shift(delta, "sending", "pending");
      if (outcomeRecord.performed) logRow(db, campaign, row, now, "not-sent", outcomeRecord.code);
      break;
  }
  if (changes !== 1) {
    throw new AppError("ledger-conflict", codedText("recipient-not-sending", { row, campaign }), {
      details: { row },
    });
  }
}

/** The attempt was counted when it was claimed, possibly on the day before. */
function uncountAttempt(
  db: WriteDb,
  { campaign, connection, now }: { readonly campaign: number; readonly connection: number; readonly now: number },
  row: number,
): void {
  const intent = "SELECT intent_at FROM recipient WHERE campaign = ? AND row = ? AND outcome = 2";
  const claimed = db.get<{ intent_at: number | null }>(intent, campaign, row);
  if (claimed !== undefined) countAttempts(db, connection, claimed.intent_at ?? now, -1);
}

interface ClaimRecord {
  readonly row: number;
  readonly target: string;
  readonly text: string;
  readonly suppressed: number;
}

/** A position after every row. */
const unbounded: ClaimPosition = { wave: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

function claim(db: WriteDb, args: CommitArgs, delta: Delta): ClaimedRow[] {
  const { campaign, now, cover } = args;
  const upTo = cover === undefined ? unbounded : cover.upTo;
  if (upTo === undefined) return [];
  const records = db.all<ClaimRecord>(
    `SELECT row, endpoint AS target, text,
       EXISTS (SELECT 1 FROM suppression s WHERE s.campaign = r.campaign AND s.endpoint = r.endpoint) AS suppressed
     FROM recipient r INDEXED BY recipient_pending
     WHERE campaign = ? AND outcome = 1 AND unverified = 0 AND ring <= (SELECT ring_open FROM campaign WHERE id = ?)
       AND (ring, row) <= (?, ?) ORDER BY ring, row LIMIT ?`,
    campaign,
    campaign,
    upTo.wave,
    upTo.row,
    args.claim,
  );
  const claimed: ClaimedRow[] = [];
  for (const { row, target, text, suppressed } of records) {
    if (suppressed === 1) {
      // Added to the suppression list after planning: never sent, and the row records the reason.
      const out = { campaign, code: "suppressed", now };
      shiftRemoved(delta, removeRecipients(db, out, { condition: "row = ?", values: [row], logged: true }));
      continue;
    }
    db.run(
      `UPDATE recipient SET outcome = 2, attempts = attempts + 1, intent_at = ?, intent_offset = ?, settled_at = NULL,
         code = NULL, message = NULL, check_at = NULL WHERE campaign = ? AND row = ?`,
      now,
      args.offsetMs ?? null,
      campaign,
      row,
    );
    claimed.push({ row, target, text, intentAt: now });
    shift(delta, "pending", "sending");
  }
  return claimed;
}

/** Whether a row may be claimed: one look-up at the end of an index. */
export function isClaimable(db: ReadDb, campaign: number): boolean {
  return (
    db.get(
      `SELECT 1 FROM recipient INDEXED BY recipient_pending
       WHERE campaign = ? AND outcome = 1 AND unverified = 0 AND ring <= (SELECT ring_open FROM campaign WHERE id = ?) LIMIT 1`,
      campaign,
      campaign,
    ) !== undefined
  );
}

const recovered = {
  interrupted: codedText("interrupted-before-answer"),
  "not-recorded": codedText("outcome-not-recorded"),
};

/**
 * After a crash or a ledger failure, makes rows that are still `sending` unknown; no other row changes. Throws `lease-lost` unless `owner`
 * still holds the lease: the rows are those of the new owner then.
 */
export function recover(
  db: WriteDb,
  args: {
    readonly campaign: number;
    readonly now: number;
    readonly checkAt: number;
    readonly code?: "not-recorded";
    /** The run that ends; undefined where no run exists. */
    readonly owner?: LeaseHolder;
  },
): number {
  const { code = "interrupted", owner } = args;
  return db.transaction(() => {
    if (owner !== undefined) requireLease(db, args.campaign, owner, args.now);
    db.run(
      `INSERT INTO recipient_event (campaign, row, at, kind, code)
       SELECT campaign, row, ?, 'unknown', ? FROM recipient WHERE campaign = ? AND outcome = 2 ORDER BY row`,
      args.now,
      code,
      args.campaign,
    );
    const { changes } = db.run(
      `UPDATE recipient SET outcome = 5, settled_at = ?, check_at = ?, checks = 0, code = ?,
         message = ? WHERE campaign = ? AND outcome = 2`,
      args.now,
      args.checkAt,
      code,
      encodeText(recovered[code]),
      args.campaign,
    );
    const delta: Delta = {};
    shift(delta, "sending", "unknown", changes);
    applyDelta(db, args.campaign, delta);
    return changes;
  });
}

// Attempts per connection and day, for the daily budget. A text of several segments counts as one attempt.

/** Attempts on the day of `now`, in the time zone of this computer; attempts that were certainly not accepted are not counted. */
export function attemptsOfDay(db: ReadDb, args: { readonly connection: number; readonly now: number }): number {
  const count = "SELECT attempts FROM send_day WHERE connection = ? AND day = ?";
  return db.get<{ attempts: number }>(count, args.connection, localDay(args.now))?.attempts ?? 0;
}

/** Adds to the day of `intentAt`; a negative number reverts what was counted at the claim. */
function countAttempts(db: WriteDb, connection: number, intentAt: number, attempts: number): void {
  if (attempts === 0) return;
  db.run(
    `INSERT INTO send_day (connection, day, attempts) VALUES (?, ?, ?)
     ON CONFLICT (connection, day) DO UPDATE SET attempts = attempts + excluded.attempts`,
    connection,
    localDay(intentAt),
    attempts,
  );
}
