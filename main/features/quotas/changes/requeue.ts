/** Requeues rows of a change for another attempt. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { QuotaDeps } from "../deps.ts";
import { evaluateRetry } from "./evaluate-row.ts";
import type { StoredChange } from "./queries-changes.ts";
import { requireNumber } from "./plan-change.ts";
import type { RowMove, WorkRow } from "./queries-rows.ts";
import { changeStateError } from "./transitions.ts";

export type RequeueableState = "refused" | "unknown" | "unreadable" | "moved" | "unsettled";

const rowsPerPage = 500;

/** Throws `quota-change-state`, `confirmation-needed`, or `nobody` where no row is in the requested states. */
export async function requeue(
  deps: QuotaDeps,
  change: StoredChange,
  which: readonly RequeueableState[],
  { allowUnresolved, confirm }: { readonly allowUnresolved: boolean; readonly confirm: number | undefined },
): Promise<StoredChange> {
  const { store, clock } = deps;
  const { id, state, counts } = change;
  const requested = [...new Set(which)];
  if (state !== "finished" && state !== "planned" && state !== "interrupted")
    throw changeStateError(state, "quota-cannot-retry");
  if (state === "interrupted" && requested.includes("unreadable")) {
    throw changeStateError(state, "quota-cannot-reread");
  }
  if (requested.every((one) => counts[one] === 0)) {
    throw new AppError("nobody", codedText("quota-nothing-to-retry"));
  }
  // Unreadable rows are read and planned first, and a planned change is confirmed when it starts; neither counts here.
  const confirmedStates = state === "planned" ? [] : requested.filter((one) => one !== "unreadable");
  requireNumber(
    confirmedStates.reduce((sum, one) => sum + counts[one], 0),
    confirm,
  );
  if (allowUnresolved) await store.allowUnresolved(id);
  for (const one of requested) await requeueRows(deps, change, one);
  const now = clock.now();
  const { waiting, planned } = (await store.readChange(id)).counts;
  if (waiting > 0) return await store.moveChange({ change: id, event: "read", now });
  // Each row may have turned out to be impossible or unchanged.
  if (state !== "finished" || planned === 0) return await store.readChange(id);
  return await store.moveChange({ change: id, event: "work", now });
}

/** Requeues the rows in one state, to be sent or to be read again. */
export async function requeueRows(
  { store, clock }: QuotaDeps,
  change: StoredChange,
  which: RequeueableState,
): Promise<void> {
  const { id, connection } = change;
  const now = clock.now();
  for (let after = 0; ;) {
    const rows = await store.rowsToWork(id, which, after, rowsPerPage);
    await store.moveRows(rows.map((row) => ({ connection, change: id, move: moveOf(change, which, row, now) })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return;
    after = last.row;
  }
}

function moveOf(change: StoredChange, which: RequeueableState, row: WorkRow, now: number): RowMove {
  switch (which) {
    case "unreadable":
      return { row: row.row, event: "reread" };
    case "unknown":
      return { row: row.row, event: "again", isUnconfirmed: true };
    case "refused":
    case "unsettled":
      return { row: row.row, event: "again" };
    case "moved":
      return evaluateRetry(change, row, now);
  }
}
