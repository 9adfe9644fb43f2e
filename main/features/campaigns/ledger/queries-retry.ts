/** A person puts refused or unknown recipients back. Plain functions of the store's thread. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../../failure.ts";
import type { JobState } from "../../../jobs/transitions.ts";
import type { ReadDb, WriteDb } from "../../../store/db.ts";
import { outcomeCode } from "./outcome-codes.ts";
import { applyDelta, shift, type Delta } from "./queries-counters.ts";
import { reopenWaves } from "./queries-waves.ts";
import { getCampaign, logCampaign } from "./queries-state.ts";

/** An attempt that may have been sent is kept in mind: the row is sent again, and that one is still open. */
const isUnconfirmed = "outcome = 5 AND coalesce(code, '') <> 'proven-not-sent'";
const retainUnconfirmed = `doubt_at = CASE WHEN ${isUnconfirmed} THEN coalesce(doubt_at, intent_at) ELSE doubt_at END,
  doubt_offset = CASE WHEN ${isUnconfirmed} AND doubt_at IS NULL THEN intent_offset ELSE doubt_offset END`;

/** Its last look-up came too early to say: the service may still be working on it. */
const isChecked = "coalesce(code, '') IN ('not-listed-yet', 'same-text-under-way')";
/** Those that were taken out are only looked up. */
const mayReturn = `drop_code IS NULL AND NOT (outcome = 5 AND ${isChecked})`;

/** What a retry of the unknown would do. */
export interface RetryEstimate {
  /** Put back although they may have been sent. */
  readonly unconfirmed: number;
  /** Too early to say: left as they are. */
  readonly checking: number;
}

/** To be asked after a look-up. */
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
  readonly which: "refused" | "unknown";
  /** In which the campaign was when the retry was checked. */
  readonly state: JobState;
  /** So many may get the message twice, as a person confirmed; of the unknown alone. */
  readonly mayGetTwice: number;
  readonly now: number;
}

/**
 * Puts rows back to pending, except those that were taken out and those that are still being checked; answers how many. Throws
 * `campaign-state` where the campaign was started meanwhile, and `confirmation-needed` where more may get the message twice.
 */
export function retryRows(db: WriteDb, args: RetryArgs): number {
  const mine = `campaign = ? AND outcome = ? AND ${mayReturn}`;
  return db.transaction(() => {
    if (getCampaign(db, args.campaign).state !== args.state) {
      throw new AppError("campaign-state", codedText("campaign-changed-before-retry", { campaign: args.campaign }));
    }
    const { unconfirmed } = args.which === "unknown" ? estimateRetry(db, args.campaign) : { unconfirmed: 0 };
    if (unconfirmed > args.mayGetTwice) throw mayBeTwice(unconfirmed);
    db.run(
      `INSERT INTO recipient_event (campaign, row, at, kind, code)
       SELECT campaign, row, ?, 'retry', code FROM recipient WHERE ${mine} ORDER BY row`,
      args.now,
      args.campaign,
      outcomeCode[args.which],
    );
    const waves = db.all<{ ring: number }>(
      `SELECT DISTINCT ring FROM recipient WHERE ${mine}`,
      args.campaign,
      outcomeCode[args.which],
    );
    reopenWaves(db, args.campaign, new Set(waves.map(({ ring: wave }) => wave)), args.now);
    const { changes } = db.run(
      `UPDATE recipient SET ${retainUnconfirmed}, outcome = 1, check_at = NULL, code = 'retry', message = NULL WHERE ${mine}`,
      args.campaign,
      outcomeCode[args.which],
    );
    const delta: Delta = {};
    shift(delta, args.which, "pending", changes);
    applyDelta(db, args.campaign, delta);
    if (changes > 0) logRetry(db, args, changes);
    return changes;
  });
}

export function mayBeTwice(count: number): AppError {
  return new AppError("confirmation-needed", codedText("may-receive-twice", { count }), {
    details: { field: "mayGetTwice", count },
  });
}

/** The campaign's own history says it, too: who of them it was stands in the history of each recipient. */
function logRetry(
  db: WriteDb,
  { campaign, which, now }: Pick<RetryArgs, "campaign" | "which" | "now">,
  many: number,
): void {
  const { state, reason } = getCampaign(db, campaign);
  const message = codedText("retry-ordered", { count: many, outcome: codedText(`outcome-${which}`) });
  logCampaign(db, { campaign, state, reason, event: "retry", message, now });
}
