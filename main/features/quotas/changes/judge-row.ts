/** What becomes of a row whose quota has just been read: before it is planned, and again before it is sent. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaStand } from "#contract/quota-words.ts";
import { applyOperation } from "../apply-operation.ts";
import { compareStands } from "../compare-stands.ts";
import { unconfirmed } from "../confirmations.ts";
import { holdingUp, saidOvertaken } from "../judge-doubt.ts";
import { type OpenDoubt, sayOpen } from "../open-doubts.ts";
import type { AskedReading } from "../queries-readings.ts";
import { settleRow } from "../settle-row.ts";
import type { StoredChange } from "./queries-changes.ts";
import type { RowMove, WorkRow } from "./queries-rows.ts";

export type ChangeRules = Pick<
  StoredChange,
  "kind" | "operation" | "confirmZero" | "confirmPast" | "acceptUsage" | "allowUnsettled"
>;

/** A row that waits has been read: it is planned, or something else. */
export function judgeRead(rules: ChangeRules, row: WorkRow, stand: QuotaStand, now: number): RowMove {
  if (row.expected !== undefined && compareStands(row.expected, stand) === "different" && !overwrites(rules)) {
    return moved(row.row, stand, now, codedText("quota-changed-since-change"));
  }
  return judge(rules, row, stand, now, "plan");
}

/** A planned row has been read again: it may be sent, or not any more. */
export function judgeBeforeSending(rules: ChangeRules, row: WorkRow, stand: QuotaStand, now: number): RowMove {
  const difference = row.before === undefined ? "same" : compareStands(row.before, stand);
  if (difference === "different" && !overwrites(rules)) {
    return moved(row.row, stand, now, codedText("quota-changed-since-read"));
  }
  if (difference === "used" && !rules.acceptUsage) {
    return moved(row.row, stand, now, codedText("quota-used-since-read"));
  }
  return judge(rules, row, stand, now, "send");
}

/** A row that moved is wanted all the same, from what is there now. */
export function judgeAgain(rules: ChangeRules, row: WorkRow, now: number): RowMove {
  const from = row.current ?? row.before;
  if (from === undefined) return { row: row.row, event: "again" };
  return judge(rules, row, from, now, "again");
}

function judge(
  rules: ChangeRules,
  { row, target }: WorkRow,
  stand: QuotaStand,
  now: number,
  event: "plan" | "send" | "again",
): RowMove {
  const { kind, operation } = rules;
  const read = { row, before: stand, readAt: now };
  const applied = applyOperation(kind, operation, stand, { now, target });
  if (applied.kind === "impossible") {
    const { code, message } = applied;
    return { ...read, event: "skip", after: undefined, code, message, settledAt: now };
  }
  if (applied.kind === "same") return { ...read, event: "same", after: stand, settledAt: now };
  const missing = unconfirmed({ before: stand, after: applied.after }, rules, now);
  if (missing !== undefined) {
    const isZero = missing.details?.["field"] === "confirmZero";
    const message = codedText(isZero ? "quota-zero-unconfirmed" : "quota-past-unconfirmed");
    return { ...read, event: "skip", after: undefined, code: "confirmation-needed", message, settledAt: now };
  }
  return { ...read, event, after: applied.after, ...(event === "send" ? { sentAt: now } : {}) };
}

/**
 * Its answer was lost, and a person wants it sent again: undefined when it is certain that the first was not taken, else what is
 * known instead.
 */
export function judgeDoubt(
  row: WorkRow,
  { at, found }: AskedReading,
  overtaken: boolean,
  graceMs: number,
): RowMove | undefined {
  if (overtaken) return { row: row.row, event: "lose", ...saidOvertaken, settledAt: at };
  const judged = "stand" in found ? settleRow(row, found.stand, { now: at, graceMs }) : undefined;
  if (judged?.kind === "settled") return judged.move.event === "refuse" ? undefined : judged.move;
  const message = codedText("quota-still-unknown");
  return { row: row.row, event: "lose", code: "still-unknown", message, settledAt: at };
}

/** One that would be planned or sent is set aside instead where nobody knows what came of an earlier change of the same quota. */
export function holdBack(
  rules: ChangeRules,
  move: RowMove,
  earlier: readonly OpenDoubt[],
  { now, graceMs }: { readonly now: number; readonly graceMs: number },
): RowMove {
  const [first] = holdingUp(earlier, now, graceMs);
  if (first === undefined || rules.allowUnsettled || (move.event !== "plan" && move.event !== "send")) return move;
  const { sentAt: _notSent, ...held } = move;
  return { ...held, event: "hold", code: "unsettled", message: sayOpen(first), settledAt: now };
}

function moved(row: number, current: QuotaStand, now: number, message: CodedText): RowMove {
  return { row, event: "move", current, code: "moved", message, settledAt: now };
}

function overwrites({ operation }: ChangeRules): boolean {
  return operation.op === "undo" && operation.overwriteMoved;
}
