/** What a reading says of changes of the same quota of which nobody knows what came, and which of them hold up the next. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { UnconfirmedRow } from "./changes/queries-unconfirmed.ts";
import type { RowMove } from "./changes/queries-rows.ts";
import type { UnconfirmedChange } from "./unconfirmed-change.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import { resolveRow } from "./resolve-row.ts";

type Classification = { readonly open: UnconfirmedChange; readonly move?: RowMove } | { readonly move: RowMove };

/** The moment of the question counts: the service may have answered it at once, however late the answer came. */
export function classifyByReading(
  row: UnconfirmedRow,
  { at, result }: QuotaReadResult,
  graceMs: number,
): Classification {
  const { change, title, sentAt, overtaken } = row;
  const putBack = row.state === "planned";
  const open = (resolvableFrom: number | undefined): { readonly open: UnconfirmedChange } => ({
    open: { change, row: row.row, title, sentAt, resolvableFrom, overtaken, putBack },
  });
  const proven = (sentAt ?? 0) + graceMs;
  if (overtaken) {
    if (putBack || row.code === "overtaken") return open(undefined);
    return { ...open(undefined), move: { row: row.row, event: "lose", ...overtakenReason, resolvedAt: at } };
  }
  if (putBack) return open(proven);
  if (!("state" in result)) return open(undefined);
  // Asked before it was sent: it says nothing of it.
  if (at < (sentAt ?? 0)) return open(proven);
  const resolution = resolveRow(row, result.state, { now: at, graceMs });
  switch (resolution.kind) {
    case "settled":
      return { move: resolution.move };
    case "wait":
      return open(resolution.until);
    case "unclear":
      return open(undefined);
  }
}

/** What is said of one after which another was sent. */
export const overtakenReason = {
  code: "overtaken",
  message: codedText("quota-outcome-overtaken"),
} as const;

/** Of those that are open, the ones that hold up the next: one that was overtaken long ago will not be taken any more. */
export function holdingUp(
  open: readonly UnconfirmedChange[],
  at: number,
  graceMs: number,
): readonly UnconfirmedChange[] {
  return open.filter(({ overtaken, putBack, sentAt }) => !overtaken || putBack || at < (sentAt ?? 0) + graceMs);
}
