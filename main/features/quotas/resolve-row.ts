/** Resolves a row whose answer was lost, by a reading. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { classifyCurrent } from "./compare-quota-states.ts";
import type { RowMove, WorkRow } from "./changes/queries-rows.ts";

export type RowResolution =
  | { readonly kind: "settled"; readonly move: RowMove }
  /** Not applied yet; the service may still be processing the request. */
  | { readonly kind: "wait"; readonly until: number }
  /** The reading matches both states. */
  | { readonly kind: "unclear" };

export function resolveRow(
  { row, before, after, sentAt = 0 }: Pick<WorkRow, "row" | "before" | "after" | "sentAt">,
  current: QuotaState,
  { now, graceMs }: { readonly now: number; readonly graceMs: number },
): RowResolution {
  if (before === undefined || after === undefined) return { kind: "unclear" };
  switch (classifyCurrent(before, after, current)) {
    case "set":
      return { kind: "settled", move: { row, event: "set", resolvedAt: now } };
    case "moved":
      // The service may still apply the request, over the value that was set elsewhere.
      if (now < sentAt + graceMs) return { kind: "wait", until: sentAt + graceMs };
      return {
        kind: "settled",
        move: { row, event: "move", current, code: "moved", message: movedWhileUnknown, resolvedAt: now },
      };
    case "not-set":
      if (now < sentAt + graceMs) return { kind: "wait", until: sentAt + graceMs };
      return {
        kind: "settled",
        move: { row, event: "reject", code: "not-applied", message: notApplied, resolvedAt: now },
      };
    case "unclear":
      return { kind: "unclear" };
  }
}

const movedWhileUnknown = codedText("quota-changed-while-unknown");
const notApplied = codedText("quota-change-not-applied");
