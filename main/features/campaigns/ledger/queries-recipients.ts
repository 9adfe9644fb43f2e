/** Filtered pages of recipients in row order, and their number. Plain functions of the store thread. */
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { allOf, likeText, placeholders, type SqlPart } from "../../../core/store/sql.ts";
import { outcomeCode, applyDelta, type Delta, shift } from "./queries-counters.ts";
import {
  recipientColumns,
  type RecipientRow,
  recipientRow,
  replyExpression,
  type StoredRecipient,
} from "./queries-rows.ts";
import { codedText, encodeText } from "#shared/texts/coded-text.ts";

/** A filter with the endpoints whose name matches its search, because the ledger stores no names. */
export interface RecipientQuestion extends RecipientFilter {
  readonly campaign: number;
  readonly named?: readonly string[];
}

/** Rows after `after` in row order, skipping `skip` of them; `fromEnd` returns the last ones instead. */
export function pageRecipients(
  db: ReadDb,
  args: {
    readonly question: RecipientQuestion;
    readonly after: number;
    readonly skip: number;
    readonly fromEnd: boolean;
    readonly limit: number;
  },
): RecipientRow[] {
  const { sql, values } = conditionOf(args.question);
  const rows = db
    .all<StoredRecipient>(
      `SELECT ${recipientColumns} FROM recipient WHERE ${sql} AND row > ? ORDER BY row ${args.fromEnd ? "DESC" : ""} LIMIT ? OFFSET ?`,
      ...values,
      args.after,
      args.limit,
      args.skip,
    )
    .map(recipientRow);
  return args.fromEnd ? rows.toReversed() : rows;
}

/** Counts rows. Use the campaign's counters where they are sufficient. */
export function countRecipients(db: ReadDb, question: RecipientQuestion): number {
  const { sql, values } = conditionOf(question);
  return db.get<{ total: number }>(`SELECT count(*) AS total FROM recipient WHERE ${sql}`, ...values)?.total ?? 0;
}

function conditionOf(question: RecipientQuestion): SqlPart {
  const conditions: SqlPart[] = [{ sql: "campaign = ?", values: [question.campaign] }];
  const { outcome, delivery, reply, wave, reason } = question;
  if (outcome !== undefined) {
    const codes = outcome.map((one) => outcomeCode[one]);
    conditions.push({ sql: `outcome IN (${placeholders(codes)})`, values: codes });
  }
  if (delivery !== undefined) {
    // Accepted recipients that were never checked have an unknown delivery.
    const unknown = delivery.includes("unknown") ? " OR (outcome = 3 AND delivery IS NULL)" : "";
    conditions.push({ sql: `(delivery IN (${placeholders(delivery)})${unknown})`, values: delivery });
  }
  if (reply !== undefined) {
    // Accepted recipients without a reply, for which no reply is awaited either, have an unknown reply.
    const unknown = reply.includes("unknown") ? ` OR (outcome = 3 AND ${replyExpression} IS NULL)` : "";
    const column = reply.includes("waiting") ? replyExpression : "reply";
    conditions.push({ sql: `(${column} IN (${placeholders(reply)})${unknown})`, values: reply });
  }
  if (wave !== undefined) conditions.push({ sql: "ring = ? AND outcome <> 0", values: [wave] });
  if (reason !== undefined) conditions.push({ sql: "reason = ?", values: [reason] });
  const search = question.search?.trim() ?? "";
  if (search !== "") conditions.push(searching(search, question.named ?? []));
  return allOf(conditions);
}

const searched = ["endpoint", "excluded_endpoint", "given", "sms_id", "text", "reply_text", "code", "message"];

function searching(search: string, named: readonly string[]): SqlPart {
  const like = likeText(search);
  const within = searched.map((column) => `${column} LIKE ? ESCAPE '\\'`);
  return {
    sql: `(${within.join(" OR ")} OR coalesce(endpoint, excluded_endpoint) IN (SELECT value FROM json_each(?)))`,
    values: [...searched.map(() => like), JSON.stringify(named)],
  };
}

// Removes pending recipients. Plain functions of the store thread, called within a transaction.
// Invariant: a recipient that may have been sent to is never reported as cancelled. One that an operator requeued while its outcome was
// unknown becomes unknown again, with the unconfirmed attempt, and is due for a look-up; it is cancelled once that attempt is proven
// not sent.

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
  const log = (kind: string, detail: string | null, condition: string): void => {
    db.run(
      `INSERT INTO recipient_event (campaign, row, at, kind, code, detail)
       SELECT campaign, row, ?, ?, ?, ? FROM recipient WHERE ${mine} AND ${condition} ORDER BY row`,
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
