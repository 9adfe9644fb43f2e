/** Requeues rejected or unknown recipients for an operator. Plain functions of the store thread. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { JobState } from "../../../core/jobs/transitions.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { outcomeCode, applyDelta, type Delta, shift } from "./queries-counters.ts";
import { reopenWaves } from "./queries-waves.ts";
import { getCampaign, logCampaign, moveCampaign } from "./queries-state.ts";

/** An attempt that may have been sent is recorded as unconfirmed: the row is sent again while the outcome of that attempt is open. */
const isUnconfirmed = "outcome = 5 AND coalesce(code, '') <> 'proven-not-sent'";
/** Another state of this database may have sent an unverified row since the campaign was planned; it is looked up before it is claimed. */
const plannedAt = "(SELECT created_at FROM campaign WHERE id = campaign)";
const retainUnconfirmed = `doubt_at = CASE WHEN ${isUnconfirmed} THEN coalesce(doubt_at, intent_at)
    WHEN unverified > 0 THEN coalesce(doubt_at, ${plannedAt}) ELSE doubt_at END,
  doubt_offset = CASE WHEN ${isUnconfirmed} AND doubt_at IS NULL THEN intent_offset ELSE doubt_offset END`;

/** The last look-up was too early to decide: the service may still be processing the message. */
const isChecked = "coalesce(code, '') IN ('not-listed-yet', 'same-text-under-way')";
/** Removed rows are looked up, but not requeued. */
const mayReturn = `drop_code IS NULL AND NOT (outcome = 5 AND ${isChecked})`;

/** Effect of a retry of unknown recipients. */
export interface RetryEstimate {
  /** Requeued although they may have been sent. */
  readonly unconfirmed: number;
  /** Too early to decide: not requeued. */
  readonly checking: number;
}

/** Call it after a look-up. */
export function estimateRetry(db: ReadDb, campaign: number): RetryEstimate {
  const count = (condition: string): number =>
    db.get<{ count: number }>(
      `SELECT count(*) AS count FROM recipient WHERE campaign = ? AND outcome = 5 AND ${condition}`,
      campaign,
    )?.count ?? 0;
  return { unconfirmed: count(`${mayReturn} AND ${isUnconfirmed}`), checking: count(isChecked) };
}

export interface RetryArgs {
  readonly campaign: number;
  readonly scope: "refused" | "unknown";
  /** States of the campaign for which the retry was checked. */
  readonly states: readonly JobState[];
  /** Number of recipients that may get the message twice, as confirmed by an operator; applies to unknown recipients only. */
  readonly mayGetTwice: number;
  readonly now: number;
}

/**
 * Requeues rows as pending, except those that were removed and those that are still being checked; returns how many. Pauses a finished
 * campaign in the same transaction, so no crash leaves it finished with pending rows. Throws `campaign-state` where the campaign has
 * another state since the check, and `confirmation-needed` where more recipients may get the message twice.
 */
export function retryRows(db: WriteDb, args: RetryArgs): number {
  const mine = `campaign = ? AND outcome = ? AND ${mayReturn}`;
  return db.transaction(() => {
    const { state } = getCampaign(db, args.campaign);
    if (!args.states.includes(state)) {
      throw new AppError("campaign-state", codedText("campaign-changed-before-retry", { campaign: args.campaign }));
    }
    const { unconfirmed } = args.scope === "unknown" ? estimateRetry(db, args.campaign) : { unconfirmed: 0 };
    if (unconfirmed > args.mayGetTwice) throw mayBeTwice(unconfirmed);
    db.run(
      `INSERT INTO recipient_event (campaign, row, at, kind, code)
       SELECT campaign, row, ?, 'retry', code FROM recipient WHERE ${mine} ORDER BY row`,
      args.now,
      args.campaign,
      outcomeCode[args.scope],
    );
    const waves = db.all<{ wave: number }>(
      `SELECT DISTINCT ring AS wave FROM recipient WHERE ${mine}`,
      args.campaign,
      outcomeCode[args.scope],
    );
    reopenWaves(db, args.campaign, new Set(waves.map(({ wave }) => wave)), args.now);
    const { changes } = db.run(
      `UPDATE recipient SET ${retainUnconfirmed}, outcome = 1, check_at = NULL, code = 'retry', message = NULL WHERE ${mine}`,
      args.campaign,
      outcomeCode[args.scope],
    );
    const delta: Delta = {};
    shift(delta, args.scope, "pending", changes);
    applyDelta(db, args.campaign, delta);
    if (changes === 0) return changes;
    logRetry(db, args, changes);
    if (state === "finished") {
      const message = codedText("retry-waits", { count: changes, outcome: codedText(`outcome-${args.scope}`) });
      moveCampaign(db, { campaign: args.campaign, event: "reopen", reason: "user", message, now: args.now });
    }
    return changes;
  });
}

export function mayBeTwice(count: number): AppError {
  return new AppError("confirmation-needed", codedText("may-receive-twice", { count }), {
    details: { field: "mayGetTwice", count },
  });
}

/** Records the retry in the campaign's history; the history of each recipient records it too. */
function logRetry(
  db: WriteDb,
  { campaign, scope, now }: Pick<RetryArgs, "campaign" | "scope" | "now">,
  many: number,
): void {
  const { state, reason } = getCampaign(db, campaign);
  const message = codedText("retry-ordered", { count: many, outcome: codedText(`outcome-${scope}`) });
  logCampaign(db, { campaign, state, reason, event: "retry", message, now });
}
