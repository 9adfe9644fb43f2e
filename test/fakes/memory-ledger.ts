/** The ledger in memory, a second implementation of the interface. It can be made to fail. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock } from "../../main/core/hosts.ts";
import type { Ledger, RowCounts, OutcomeRecord } from "../../main/core/jobs/ledger.ts";
import { rowStates, type RowState } from "../../main/core/jobs/transitions.ts";

export interface MemoryLedger extends Ledger {
  readonly states: ReadonlyMap<number, RowState>;
  /** Number of outcomes and claims of each commit, in order. */
  readonly commits: readonly { readonly recorded: number; readonly claimed: number }[];
  /** Every later commit fails. */
  fail(): void;
  /** Nothing can be claimed from now on. */
  failClaims(): void;
  /** Another process owns the job from now on. */
  loseOwnership(): void;
}

/** Rows 1 to `rows`, all pending; their targets are "t1", "t2", … Rows after `open()` belong to closed waves. */
export function createMemoryLedger(clock: Clock, rows: number, open: () => number = () => rows): MemoryLedger {
  const states = new Map<number, RowState>(Array.from({ length: rows }, (_, index) => [index + 1, "pending"]));
  const commits: { recorded: number; claimed: number }[] = [];
  let failing = false;
  let claimsFail = false;
  let owned = true;

  const counts = (): RowCounts => {
    const totals = Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>;
    for (const state of states.values()) totals[state] += 1;
    return { ...totals, planned: states.size };
  };
  const recordOutcome = ({ row, outcome }: OutcomeRecord): void => {
    if (states.get(row) !== "sending") throw new AppError("ledger-conflict", codedText("internal"));
    states.set(row, outcome === "not-sent" ? "pending" : outcome);
  };

  return {
    states,
    commits,
    fail: () => {
      failing = true;
    },
    failClaims: () => {
      claimsFail = true;
    },
    async commit(outcomeRecords, requested) {
      const claim = claimsFail ? 0 : requested;
      await Promise.resolve();
      if (failing) throw new AppError("disk-full", codedText("disk-full"));
      for (const outcomeRecord of outcomeRecords) recordOutcome(outcomeRecord);
      const claimable = (): number[] =>
        [...states].flatMap(([row, state]) => (state === "pending" && row <= open() ? [row] : []));
      const pending = claimable().slice(0, claim);
      for (const row of pending) states.set(row, "sending");
      commits.push({ recorded: outcomeRecords.length, claimed: pending.length });
      const claimed = pending.map((row) => ({ row, target: `t${row}`, text: `text ${row}`, intentAt: clock.now() }));
      const failure =
        claimsFail && requested > 0
          ? { claimFailure: { error: new AppError("disk-full", codedText("disk-full")) } }
          : {};
      return { claimed, counts: counts(), more: claimable().length > 0, ...failure };
    },
    loseOwnership: () => {
      owned = false;
    },
    async requireOwner() {
      await Promise.resolve();
      if (!owned) throw new AppError("lease-lost", codedText("lease-lost"));
    },
    recover: () => Promise.resolve(0),
    dueUnknown: () => Promise.resolve({ rows: [], nextAt: undefined }),
    reconcile(verdicts) {
      for (const { row, kind } of verdicts) {
        if (kind === "still-unknown" || states.get(row) !== "unknown") continue;
        states.set(row, kind === "accepted" ? "accepted" : "pending");
      }
      return Promise.resolve(counts());
    },
    recheckUnknown: () => Promise.resolve(),
    counts: () => Promise.resolve(counts()),
    cancelPending: () => Promise.resolve(0),
  };
}
