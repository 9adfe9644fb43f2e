/**
 * Rows with an unknown outcome: the service may have applied them, or still may. Plain functions that run in the store
 * thread.
 */
import { decodeText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { ReadDb } from "../../../core/store/db.ts";
import { keyOf } from "../endpoint-key.ts";
import { storedWorkRow, workColumns, type StoredRow, type WorkRow } from "./queries-rows.ts";

export interface UnconfirmedRow extends WorkRow {
  readonly change: number;
  readonly title: CodedText;
  readonly code: string | undefined;
  /** A later change of the same quota was sent, so later readings prove nothing about this row. */
  readonly overtaken: boolean;
}

/** Rows of one quota, oldest first: those whose answer was lost, and those requeued since. */
export function unconfirmedRows(
  db: ReadDb,
  connection: number,
  kind: QuotaKind,
  endpoint: string,
): readonly UnconfirmedRow[] {
  return db
    .all<
      StoredRow & {
        readonly change: number;
        readonly title: string;
        readonly code: string | null;
        readonly overtaken: number;
      }
    >(
      `SELECT r.change, c.title, r.code, ${workColumns("r")}, EXISTS (
          SELECT 1 FROM quota_row l JOIN quota_change k ON k.change = l.change
          WHERE l.endpoint = r.endpoint AND k.connection = c.connection AND k.kind = c.kind
            AND (l.state IN ('sending', 'set', 'unknown', 'moved') OR l.doubt = 1)
            AND (l.sent_at > r.sent_at OR (l.sent_at = r.sent_at AND (l.change, l.row) > (r.change, r.row)))
        ) AS overtaken
        FROM quota_row r JOIN quota_change c ON c.change = r.change
        WHERE r.endpoint = ? AND (r.state = 'unknown' OR (r.state = 'planned' AND r.doubt = 1))
          AND c.connection = ? AND c.kind = ? ORDER BY r.change, r.row`,
      keyOf(endpoint),
      connection,
      kind,
    )
    .map((row) => ({
      ...storedWorkRow(row),
      change: row.change,
      title: decodeText(row.title),
      code: row.code ?? undefined,
      overtaken: row.overtaken === 1,
    }));
}
