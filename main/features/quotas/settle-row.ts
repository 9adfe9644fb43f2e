/** What a reading says of a row whose answer was lost. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaStand } from "#contract/quota-words.ts";
import { judgeCurrent } from "./compare-stands.ts";
import type { RowMove, WorkRow } from "./changes/queries-rows.ts";

export type Settled =
  | { readonly kind: "settled"; readonly move: RowMove }
  /** Not there yet; the service may still be working on it. */
  | { readonly kind: "wait"; readonly until: number }
  /** The reading fits both. */
  | { readonly kind: "unclear" };

export function settleRow(
  { row, before, after, sentAt = 0 }: Pick<WorkRow, "row" | "before" | "after" | "sentAt">,
  current: QuotaStand,
  { now, graceMs }: { readonly now: number; readonly graceMs: number },
): Settled {
  if (before === undefined || after === undefined) return { kind: "unclear" };
  switch (judgeCurrent(before, after, current)) {
    case "set":
      return { kind: "settled", move: { row, event: "set", settledAt: now } };
    case "moved":
      // It may still be taken late, over what somebody else has set.
      if (now < sentAt + graceMs) return { kind: "wait", until: sentAt + graceMs };
      return {
        kind: "settled",
        move: { row, event: "move", current, code: "moved", message: movedWhileUnknown, settledAt: now },
      };
    case "not-set":
      if (now < sentAt + graceMs) return { kind: "wait", until: sentAt + graceMs };
      return {
        kind: "settled",
        move: { row, event: "refuse", code: "not-applied", message: notApplied, settledAt: now },
      };
    case "unclear":
      return { kind: "unclear" };
  }
}

const movedWhileUnknown = codedText("quota-changed-while-unknown");
const notApplied = codedText("quota-change-not-applied");
