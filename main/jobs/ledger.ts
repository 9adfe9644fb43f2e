/**
 * The ledger of a job: one row per recipient, with a state that is on disk before the wire is touched.
 * Asynchronous, and knows nothing of HTTP or SMS; SQLite implements it in `features/campaigns/ledger/sqlite-ledger.ts`.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { RowState } from "./transitions.ts";

/** A row that is `sending` on disk and belongs to the caller until it settles it. */
export interface ClaimedRow {
  readonly row: number;
  readonly target: string;
  readonly text: string;
  /** Wall clock at the claim, epoch milliseconds. */
  readonly intentAt: number;
}

/** What came of a claimed row. `not-sent` means: certain that it was not accepted, so it goes back to pending. */
export type Settlement =
  | { readonly row: number; readonly outcome: "accepted"; readonly reference: string | undefined }
  | { readonly row: number; readonly outcome: "refused"; readonly code: string; readonly message: CodedText }
  | { readonly row: number; readonly outcome: "unknown"; readonly code: string; readonly message: CodedText }
  /** `performed`: a request left (and was turned away); otherwise the claim is taken back as if it had not been. */
  | { readonly row: number; readonly outcome: "not-sent"; readonly code: string; readonly performed: boolean };

/** A row whose outcome is unknown and whose turn to be looked up has come. */
export interface UnknownRow extends ClaimedRow {
  /** Service clock minus ours at the claim, where it was known. */
  readonly intentOffsetMs: number | undefined;
  /** When it became unknown. */
  readonly since: number;
  readonly checks: number;
  /** Which attempt is in question: a verdict on an earlier one says nothing of it. */
  readonly attempt: number;
  /** It was proven before that this attempt was not sent; it waits for a person. */
  readonly proven: boolean;
  /** Whether it is sent once it is proven that it was not; otherwise it is cancelled then. */
  readonly isResendable: boolean;
}

export interface DueUnknown {
  readonly rows: readonly UnknownRow[];
  /** When the next one that is not due yet will be, on the clock of the ledger's due times; undefined when there is none. */
  readonly nextAt: number | undefined;
}

/** What a look-up found. A `still-unknown` row without `nextCheckAt` waits for a person. */
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

export interface Commit {
  readonly claimed: readonly ClaimedRow[];
  readonly counts: RowCounts;
  /** Rows are left that may be claimed now: pending ones of a ring that is open. */
  readonly more: boolean;
  /** Rows are left, and no more of them may be sent on this day: why. */
  readonly budgetSpent?: CodedText;
  /** Nothing may be claimed any more, and why; the settlements are committed. */
  readonly claimFailure?: { readonly error: unknown };
}

export interface Ledger {
  /** One commit: settles `settlements`, then claims up to `claim` pending rows of open rings, ring by ring in row order. */
  commit(settlements: readonly Settlement[], claim: number): Promise<Commit>;
  /** Throws unless this process still owns the job: "lease-lost" or "data-dir-gone". */
  requireOwner(): Promise<void>;
  /**
   * Every row still `sending` becomes `unknown`, nothing else does. Answers how many. "not-recorded": this process could not write
   * their outcomes; else the process before this one ended.
   */
  recover(code?: "not-recorded"): Promise<number>;
  /** Unknown rows to be looked up by now, and when the next one is due. */
  dueUnknown(limit: number): Promise<DueUnknown>;
  reconcile(verdicts: readonly Verdict[]): Promise<RowCounts>;
  /** Makes every unknown row due now, also those that wait for a person. */
  recheckUnknown(): Promise<void>;
  counts(): Promise<RowCounts>;
  /** Pending rows become cancelled. */
  cancelPending(code: string): Promise<number>;
}
