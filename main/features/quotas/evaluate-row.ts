/**
 * Decides the next step of a row whose quota was just read: before it is planned, and again before it is sent. Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { applyOperation, compareQuotaStates } from "./operations.ts";
import { unconfirmed } from "./confirmations.ts";
import {
  blockingChanges,
  overtakenReason,
  type UnconfirmedChange,
  describeUnconfirmed,
  resolveRow,
} from "./unconfirmed-changes.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import type { StoredChange } from "./queries-changes.ts";
import type { RowMove, WorkRow } from "./queries-rows.ts";

type RuledChange = Pick<StoredChange, "kind" | "operation" | "rules">;

/** Evaluates a row in state `waiting`: it is planned, or set aside with a reason. */
export function evaluateRead(change: RuledChange, row: WorkRow, current: QuotaState, now: number): RowMove {
  if (row.expected !== undefined && compareQuotaStates(row.expected, current) === "different" && !overwrites(change)) {
    return changedElsewhere(row.row, current, now, codedText("quota-changed-since-change"));
  }
  return evaluate(change, row, current, now, "plan");
}

/** Evaluates a planned row after its second reading: it is sent, or set aside with a reason. */
export function evaluateBeforeSending(change: RuledChange, row: WorkRow, current: QuotaState, now: number): RowMove {
  const difference = row.before === undefined ? "same" : compareQuotaStates(row.before, current);
  if (difference === "different" && !overwrites(change)) {
    return changedElsewhere(row.row, current, now, codedText("quota-changed-since-read"));
  }
  if (difference === "used" && !change.rules.acceptUsage) {
    return changedElsewhere(row.row, current, now, codedText("quota-used-since-read"));
  }
  return evaluate(change, row, current, now, "send");
}

/** Evaluates the retry of a row whose quota changed elsewhere, starting from the value read then. */
export function evaluateRetry(change: RuledChange, row: WorkRow, now: number): RowMove {
  const from = row.current ?? row.before;
  if (from === undefined) return { row: row.row, event: "again" };
  return evaluate(change, row, from, now, "again");
}

function evaluate(
  change: RuledChange,
  { row, target }: WorkRow,
  current: QuotaState,
  now: number,
  event: "plan" | "send" | "again",
): RowMove {
  const { kind, operation, rules } = change;
  const read = { row, before: current, readAt: now };
  const applied = applyOperation(kind, operation, current, { now, target });
  if (applied.kind === "impossible") {
    const { code, message } = applied;
    return { ...read, event: "skip", after: undefined, code, message, resolvedAt: now };
  }
  if (applied.kind === "same") return { ...read, event: "same", after: current, resolvedAt: now };
  const missing = unconfirmed({ before: current, after: applied.after }, rules, now);
  if (missing !== undefined) {
    const isZero = missing.details?.["field"] === "confirmZero";
    const message = codedText(isZero ? "quota-zero-unconfirmed" : "quota-past-unconfirmed");
    return { ...read, event: "skip", after: undefined, code: "confirmation-needed", message, resolvedAt: now };
  }
  return { ...read, event, after: applied.after };
}

/**
 * Evaluates a row that is to be sent again although its answer was lost. Undefined when the first attempt certainly was
 * not applied; otherwise the resolution of that attempt.
 */
export function evaluateUnconfirmed(
  row: WorkRow,
  { at, result }: QuotaReadResult,
  overtaken: boolean,
  provableFrom: number,
): RowMove | undefined {
  if (overtaken) return { row: row.row, event: "lose", ...overtakenReason, resolvedAt: at };
  const move = "state" in result ? resolveRow(row, result.state, { now: at, provableFrom }).move : undefined;
  if (move !== undefined) return move.event === "reject" ? undefined : move;
  const message = codedText("quota-still-unknown");
  return { row: row.row, event: "lose", code: "still-unknown", message, resolvedAt: at };
}

/**
 * Sets a row aside (`hold`) instead of planning or sending it while the outcome of an earlier change of the same quota
 * is unknown.
 */
export function holdBack(
  change: RuledChange,
  move: RowMove,
  earlier: readonly UnconfirmedChange[],
  now: number,
): RowMove {
  const [first] = blockingChanges(earlier, now);
  if (first === undefined || change.rules.allowUnresolved || (move.event !== "plan" && move.event !== "send"))
    return move;
  return { ...move, event: "hold", code: "unsettled", message: describeUnconfirmed(first), resolvedAt: now };
}

function changedElsewhere(row: number, current: QuotaState, now: number, message: CodedText): RowMove {
  return { row, event: "move", current, code: "moved", message, resolvedAt: now };
}

function overwrites({ operation }: RuledChange): boolean {
  return operation.op === "undo" && operation.overwriteMoved;
}
