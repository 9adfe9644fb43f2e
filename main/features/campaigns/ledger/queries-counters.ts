/** The stored outcomes of recipients, and the counters of a campaign, which are updated in the transaction that updates its rows. */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import { type RowState, rowStates } from "../../../core/jobs/transitions.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

function byOutcome(valueOf: (state: RowState, code: number) => number): Readonly<Record<RowState, number>> {
  return Object.fromEntries(rowStates.map((state, code) => [state, valueOf(state, code)])) as Record<RowState, number>;
}

export function rowCounts(countOf: (state: RowState) => number): RowCounts {
  const counts = byOutcome(countOf);
  return { planned: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts };
}

/** The stored number of an outcome is its index in `rowStates`. */
export const outcomeCode = byOutcome((_, code) => code);

/** The row state of a stored number. */
export function outcomeOf(code: number): RowState {
  const state = rowStates[code];
  if (state === undefined) throw new Error(`outcome ${code} is not one of ours`);
  return state;
}

export type CounterRow = Readonly<Record<`c_${RowState}`, number>>;

export const counterColumns = rowStates.map((state) => `c_${state}`).join(", ");

export function countsOf(row: CounterRow): RowCounts {
  return rowCounts((state) => row[`c_${state}`]);
}

/** Net change of the number of rows per outcome. */
export type Delta = Partial<Record<RowState, number>>;

/** Adds `count` rows that moved from one outcome to another. */
export function shift(delta: Delta, from: RowState, to: RowState, count = 1): void {
  delta[from] = (delta[from] ?? 0) - count;
  delta[to] = (delta[to] ?? 0) + count;
}

const addToCounters = `UPDATE campaign SET ${rowStates.map((state) => `c_${state} = c_${state} + ?`).join(", ")} WHERE id = ?`;

export function applyDelta(db: WriteDb, campaign: number, delta: Delta): RowCounts {
  db.run(addToCounters, ...rowStates.map((state) => delta[state] ?? 0), campaign);
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
