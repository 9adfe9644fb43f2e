/** Maps a stored change to its form in the contract. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { warningsOf } from "../warnings.ts";
import type { StoredChange } from "./queries-changes.ts";

export function describeChange(change: StoredChange, connection: string, now: number): QuotaChange {
  const { id, kind, operation, title, targets, state, code, message, counts, total, had, toZero } = change;
  const { undoOf, undone, single, createdAt, startedAt, endedAt } = change;
  return {
    change: id,
    connection,
    kind,
    operation,
    title,
    targets,
    // Queries exclude drafts; this only satisfies the type.
    state: state === "draft" ? "reading" : state,
    code,
    message,
    counts,
    total,
    had,
    toZero,
    warnings: [...warningsOf(kind, operation, undefined, now), ...ofRows(change)],
    undoOf,
    undone,
    single,
    createdAt,
    startedAt,
    endedAt,
  };
}

function ofRows({ toZero, total, operation, had }: StoredChange): CodedText[] {
  const zero = operation.op === "set" && operation.volume === 0 ? 0 : toZero;
  const expiresAt = operation.op === "set" ? operation.expiresAt : 0;
  return [
    ...(zero === 0 ? [] : [codedText("quota-warning-zero-count", { count: zero, total })]),
    ...(expiresAt !== undefined || had.none === 0
      ? []
      : [codedText("quota-warning-expiry-missing", { count: had.none, total })]),
  ];
}
