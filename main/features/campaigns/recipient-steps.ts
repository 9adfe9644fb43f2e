/** History of one recipient, merged from its recorded steps and its row. Pure. */
import { formatText } from "#shared/texts/text.ts";
import type { RecipientRow, RowStep } from "./ledger/queries-rows.ts";

export interface RecipientStep {
  readonly at: number;
  readonly kind: string;
  readonly code?: string;
  readonly detail?: string;
}

/** Oldest first. The regular path from pending to accepted is not recorded step by step; its last attempt is on the row. */
export function recipientSteps(recipient: RecipientRow, recorded: readonly RowStep[]): RecipientStep[] {
  const { outcome, intentAt, outcomeAt, delivery, deliveryAt, reply, replyAt, replyText, smsId } = recipient;
  const steps: RecipientStep[] = [];
  if (intentAt !== undefined) steps.push({ at: intentAt, kind: "sending" });
  for (const { at, kind, code, detail } of recorded) {
    steps.push({
      at,
      kind,
      code: code ?? undefined,
      detail: detail === null ? undefined : formatText(detail, at),
    });
  }
  const isMatched = recorded.some(({ kind, at }) => kind === "found" && at === outcomeAt);
  if (outcome === "accepted" && outcomeAt !== undefined && !isMatched) {
    steps.push({ at: outcomeAt, kind: "accepted", detail: smsId });
  }
  if (delivery !== undefined && deliveryAt !== undefined) {
    steps.push({ at: deliveryAt, kind: "delivery", code: delivery });
  }
  if (reply !== undefined && replyAt !== undefined) {
    steps.push({ at: replyAt, kind: "reply", code: reply, detail: replyText });
  }
  return steps.toSorted((a, b) => a.at - b.at);
}
