/** What a reading says of changes of the same quota of which nobody knows what came, and which of them hold up the next. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { DoubtfulRow } from "./changes/queries-doubts.ts";
import type { RowMove } from "./changes/queries-rows.ts";
import type { OpenDoubt } from "./open-doubts.ts";
import type { AskedReading } from "./queries-readings.ts";
import { settleRow } from "./settle-row.ts";

type Judged = { readonly open: OpenDoubt; readonly move?: RowMove } | { readonly move: RowMove };

/** The moment of the question counts: the service may have answered it at once, however late the answer came. */
export function judgeByReading(row: DoubtfulRow, { at, found }: AskedReading, graceMs: number): Judged {
  const { change, title, sentAt, overtaken } = row;
  const putBack = row.state === "planned";
  const open = (toldFrom: number | undefined): { readonly open: OpenDoubt } => ({
    open: { change, row: row.row, title, sentAt, toldFrom, overtaken, putBack },
  });
  const proven = (sentAt ?? 0) + graceMs;
  if (overtaken) {
    if (putBack || row.code === "overtaken") return open(undefined);
    return { ...open(undefined), move: { row: row.row, event: "lose", ...saidOvertaken, settledAt: at } };
  }
  if (putBack) return open(proven);
  if (!("stand" in found)) return open(undefined);
  // Asked before it was sent: it says nothing of it.
  if (at < (sentAt ?? 0)) return open(proven);
  const judged = settleRow(row, found.stand, { now: at, graceMs });
  switch (judged.kind) {
    case "settled":
      return { move: judged.move };
    case "wait":
      return open(judged.until);
    case "unclear":
      return open(undefined);
  }
}

/** What is said of one after which another was sent. */
export const saidOvertaken = {
  code: "overtaken",
  message: codedText("quota-outcome-overtaken"),
} as const;

/** Of those that are open, the ones that hold up the next: one that was overtaken long ago will not be taken any more. */
export function holdingUp(open: readonly OpenDoubt[], at: number, graceMs: number): readonly OpenDoubt[] {
  return open.filter(({ overtaken, putBack, sentAt }) => !overtaken || putBack || at < (sentAt ?? 0) + graceMs);
}
