/** Filtered pages of recipients in row order, and their number. Plain functions of the store thread. */
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import type { ReadDb, SqlValue } from "../../../core/store/db.ts";
import { outcomeCode } from "./outcome-codes.ts";
import {
  recipientColumns,
  recipientRow,
  replyExpression,
  type RecipientRow,
  type StoredRecipient,
} from "./queries-rows.ts";

/** A filter with the endpoints whose name matches its search, because the ledger stores no names. */
export interface RecipientQuestion extends RecipientFilter {
  readonly campaign: number;
  readonly named?: readonly string[];
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
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

function conditionOf(question: RecipientQuestion): Condition {
  const conditions: Condition[] = [{ sql: "campaign = ?", values: [question.campaign] }];
  const { outcome, delivery, reply, wave, reason } = question;
  if (outcome !== undefined) {
    const codes = outcome.map((one) => outcomeCode[one]);
    conditions.push({ sql: `outcome IN (${marks(codes)})`, values: codes });
  }
  if (delivery !== undefined) {
    // Accepted recipients that were never checked have an unknown delivery.
    const unknown = delivery.includes("unknown") ? " OR (outcome = 3 AND delivery IS NULL)" : "";
    conditions.push({ sql: `(delivery IN (${marks(delivery)})${unknown})`, values: delivery });
  }
  if (reply !== undefined) {
    // Accepted recipients without a reply, for which no reply is awaited either, have an unknown reply.
    const unknown = reply.includes("unknown") ? ` OR (outcome = 3 AND ${replyExpression} IS NULL)` : "";
    const column = reply.includes("waiting") ? replyExpression : "reply";
    conditions.push({ sql: `(${column} IN (${marks(reply)})${unknown})`, values: reply });
  }
  if (wave !== undefined) conditions.push({ sql: "ring = ? AND outcome <> 0", values: [wave] });
  if (reason !== undefined) conditions.push({ sql: "reason = ?", values: [reason] });
  const search = question.search?.trim() ?? "";
  if (search !== "") conditions.push(searching(search, question.named ?? []));
  return { sql: conditions.map(({ sql }) => sql).join(" AND "), values: conditions.flatMap(({ values }) => values) };
}

const searched = ["endpoint", "excluded_endpoint", "given", "sms_id", "text", "reply_text", "code", "message"];

function searching(search: string, named: readonly string[]): Condition {
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const within = searched.map((column) => `${column} LIKE ? ESCAPE '\\'`);
  return {
    sql: `(${within.join(" OR ")} OR coalesce(endpoint, excluded_endpoint) IN (SELECT value FROM json_each(?)))`,
    values: [...searched.map(() => like), JSON.stringify(named)],
  };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}
