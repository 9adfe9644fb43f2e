/**
 * The ledger of a job: one row per recipient, with a state that is on disk before a request is written. Asynchronous and independent
 * of HTTP and SMS; SQLite implements it in `features/campaigns/ledger/sqlite-ledger.ts`.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { RowState } from "./transitions.ts";

/** A row that is `sending` on disk and belongs to the caller until its outcome is recorded. */
export interface ClaimedRow {
  readonly row: number;
  readonly target: string;
  readonly text: string;
  /** Wall clock at the claim, epoch milliseconds. */
  readonly intentAt: number;
}

/** Outcome of a claimed row. `not-sent`: certainly not accepted, so the row is pending again. */
export type OutcomeRecord =
  | { readonly row: number; readonly outcome: "accepted"; readonly reference: string | undefined }
  | { readonly row: number; readonly outcome: "refused"; readonly code: string; readonly message: CodedText }
  | { readonly row: number; readonly outcome: "unknown"; readonly code: string; readonly message: CodedText }
  /** `performed`: a request was sent and turned away; otherwise the claim is reverted completely. */
  | { readonly row: number; readonly outcome: "not-sent"; readonly code: string; readonly performed: boolean };

/** A row whose outcome is unknown and that is due for a look-up. */
export interface UnknownRow extends ClaimedRow {
  /** Service clock minus ours at the claim, where known. */
  readonly intentOffsetMs: number | undefined;
  /** When it became unknown. */
  readonly since: number;
  readonly checks: number;
  /** The attempt in question; a verdict on an earlier one does not apply to it. */
  readonly attempt: number;
  /** This attempt was proven not sent before; the row waits for an operator. */
  readonly proven: boolean;
  /** Whether the row is sent again once it is proven not sent; otherwise it is cancelled then. */
  readonly isResendable: boolean;
}

export interface DueUnknown {
  readonly rows: readonly UnknownRow[];
  /** Due time of the next row that is not due yet, on the clock of the ledger's due times; undefined when there is none. */
  readonly nextAt: number | undefined;
}

/** Result of a look-up. A `still-unknown` row without `nextCheckAt` waits for an operator. */
export type Verdict =
  | { readonly row: number; readonly attempt: number; readonly kind: "accepted"; readonly reference: string }
  | { readonly row: number; readonly attempt: number; readonly kind: "not-sent" }
  | {
      readonly row: number;
      readonly attempt: number;
      readonly kind: "still-unknown";
      readonly code: string;
      readonly detail: CodedText;
      readonly nextCheckAt: number | undefined;
    };

export type RowCounts = Readonly<Record<RowState, number>> & { readonly planned: number };

export interface Commit<Row = ClaimedRow, Counts = RowCounts> {
  readonly claimed: readonly Row[];
  readonly counts: Counts;
  /** Rows are left that may be claimed now: pending ones of an open wave. */
  readonly more: boolean;
  /** Rows are left, but no more of them may be sent on this day: the reason. */
  readonly budgetSpent?: CodedText;
  /** Nothing more may be claimed, for this reason; the outcomes are committed. */
  readonly claimFailure?: { readonly error: unknown };
}

/** Where the worker loop claims rows and records their outcomes. */
export interface WorkQueue<Row = ClaimedRow, Counts = RowCounts> {
  /** One commit: records `outcomeRecords`, then claims up to `claim` pending rows; those of a campaign by wave and row. */
  commit(outcomeRecords: readonly OutcomeRecord[], claim: number): Promise<Commit<Row, Counts>>;
  /** Throws unless this process still owns the job: "lease-lost" or "data-dir-gone". */
  requireOwner(): Promise<void>;
}

export interface Ledger extends WorkQueue {
  /**
   * Makes every row that is still `sending` unknown, and no other. Returns how many. "not-recorded": this process could not record
   * their outcomes; otherwise the previous process ended.
   */
  recover(code?: "not-recorded"): Promise<number>;
  /** Unknown rows that are due for a look-up, and when the next one is due. */
  dueUnknown(limit: number): Promise<DueUnknown>;
  reconcile(verdicts: readonly Verdict[]): Promise<RowCounts>;
  /** Makes every unknown row due now, including those that wait for an operator. */
  recheckUnknown(): Promise<void>;
  counts(): Promise<RowCounts>;
  /** Cancels pending rows. */
  cancelPending(code: string): Promise<number>;
}
