/**
 * Removes pending recipients. Plain functions of the store thread, called within a transaction.
 *
 * Invariant: a recipient that may have been sent to is never reported as cancelled. One that an operator requeued while its outcome was
 * unknown becomes unknown again, with the unconfirmed attempt, and is due for a look-up; it is cancelled once that attempt is proven
 * not sent.
 */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import type { WriteDb } from "../../../core/store/db.ts";
import { applyDelta, shift, type Delta } from "./queries-counters.ts";

export interface RemoveArgs {
  readonly campaign: number;
  readonly code: string;
  readonly now: number;
}

/** `removed`: all removed recipients; `unknown`: those of them that are unknown again instead of cancelled. */
export interface RemovedRecipients {
  readonly removed: number;
  readonly unknown: number;
}

const unconfirmedMessage = encodeText(codedText("removed-unconfirmed"));

/**
 * Removes the pending rows of a campaign that match `condition`, on the columns of `recipient`. The caller updates the counters;
 * `logged` also records a step for each cancelled row.
 */
export function removeRecipients(
  db: WriteDb,
  { campaign, code, now }: RemoveArgs,
  {
    condition,
    values,
    logged,
  }: { readonly condition: string; readonly values: readonly number[]; readonly logged: boolean },
): RemovedRecipients {
  const mine = `campaign = ? AND outcome = 1 AND ${condition}`;
  const log = (kind: string, detail: string | null, which: string): void => {
    db.run(
      `INSERT INTO recipient_event (campaign, row, at, kind, code, detail)
       SELECT campaign, row, ?, ?, ?, ? FROM recipient WHERE ${mine} AND ${which} ORDER BY row`,
      now,
      kind,
      code,
      detail,
      campaign,
      ...values,
    );
  };
  log("unknown", unconfirmedMessage, "doubt_at IS NOT NULL");
  const unknown = db.run(
    `UPDATE recipient SET outcome = 5, intent_at = doubt_at, intent_offset = doubt_offset, doubt_at = NULL, doubt_offset = NULL,
       drop_code = ?, settled_at = coalesce(settled_at, ?), check_at = 0, checks = 0, code = ?, message = ?
     WHERE ${mine} AND doubt_at IS NOT NULL`,
    code,
    now,
    code,
    unconfirmedMessage,
    campaign,
    ...values,
  ).changes;
  if (logged) log("cancelled", null, "doubt_at IS NULL");
  const cancelled = db.run(
    `UPDATE recipient SET outcome = 6, settled_at = ?, code = ? WHERE ${mine}`,
    now,
    code,
    campaign,
    ...values,
  ).changes;
  return { removed: unknown + cancelled, unknown };
}

/** Adds the removed rows to a counter delta. */
export function shiftRemoved(delta: Delta, { removed, unknown }: RemovedRecipients): void {
  shift(delta, "pending", "unknown", unknown);
  shift(delta, "pending", "cancelled", removed - unknown);
}

/** Removes all pending recipients; returns how many were cancelled. */
export function cancelPending(db: WriteDb, args: RemoveArgs): number {
  return db.transaction(() => {
    const out = removeRecipients(db, args, { condition: "1 = 1", values: [], logged: false });
    const delta: Delta = {};
    shiftRemoved(delta, out);
    applyDelta(db, args.campaign, delta);
    return out.removed - out.unknown;
  });
}
