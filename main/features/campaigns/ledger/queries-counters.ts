/** Counters of a campaign, updated in the transaction that updates its rows. */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import type { RowState } from "../../../core/jobs/transitions.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { counterColumns, type CounterRow, countsOf } from "./campaign-row.ts";

/** Net change of the number of rows per outcome. */
export type Delta = Partial<Record<RowState, number>>;

/** Adds `count` rows that moved from one outcome to another. */
export function shift(delta: Delta, from: RowState, to: RowState, count = 1): void {
  delta[from] = (delta[from] ?? 0) - count;
  delta[to] = (delta[to] ?? 0) + count;
}

export function applyDelta(db: WriteDb, campaign: number, delta: Delta): RowCounts {
  db.run(
    `UPDATE campaign SET c_excluded = c_excluded + ?, c_pending = c_pending + ?, c_sending = c_sending + ?,
       c_accepted = c_accepted + ?, c_refused = c_refused + ?, c_unknown = c_unknown + ?, c_cancelled = c_cancelled + ?
     WHERE id = ?`,
    delta.excluded ?? 0,
    delta.pending ?? 0,
    delta.sending ?? 0,
    delta.accepted ?? 0,
    delta.refused ?? 0,
    delta.unknown ?? 0,
    delta.cancelled ?? 0,
    campaign,
  );
  return readCounts(db, campaign);
}

export function readCounts(db: ReadDb, campaign: number): RowCounts {
  const row = db.get<CounterRow>(`SELECT ${counterColumns} FROM campaign WHERE id = ?`, campaign);
  if (row === undefined) throw new AppError("campaign-unknown", codedText("campaign-unknown", { campaign }));
  return countsOf(row);
}

// History of a recipient: every step except the regular path from pending to accepted.

export function logRow(
  db: WriteDb,
  campaign: number,
  row: number,
  at: number,
  kind: string,
  code?: string,
  detail?: CodedText,
): void {
  db.run(
    "INSERT INTO recipient_event (campaign, row, at, kind, code, detail) VALUES (?, ?, ?, ?, ?, ?)",
    campaign,
    row,
    at,
    kind,
    code ?? null,
    detail === undefined ? null : encodeText(detail),
  );
}
