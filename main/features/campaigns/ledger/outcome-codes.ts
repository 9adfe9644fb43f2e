/** Maps stored outcome numbers to the engine's row states. */
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import { rowStates, type RowState } from "../../../core/jobs/transitions.ts";

/** The stored number of an outcome is its index in `rowStates`. */
export const outcomeCode: Readonly<Record<RowState, number>> = {
  excluded: 0,
  pending: 1,
  sending: 2,
  accepted: 3,
  refused: 4,
  unknown: 5,
  cancelled: 6,
};

/** The row state of a stored number. */
export function outcomeOf(code: number): RowState {
  const state = rowStates[code];
  if (state === undefined) throw new Error(`outcome ${code} is not one of ours`);
  return state;
}

export interface CounterRow {
  readonly c_excluded: number;
  readonly c_pending: number;
  readonly c_sending: number;
  readonly c_accepted: number;
  readonly c_refused: number;
  readonly c_unknown: number;
  readonly c_cancelled: number;
}

export const counterColumns = "c_excluded, c_pending, c_sending, c_accepted, c_refused, c_unknown, c_cancelled";

export function countsOf(row: CounterRow): RowCounts {
  const counts = {
    excluded: row.c_excluded,
    pending: row.c_pending,
    sending: row.c_sending,
    accepted: row.c_accepted,
    refused: row.c_refused,
    unknown: row.c_unknown,
    cancelled: row.c_cancelled,
  };
  return { planned: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts };
}
