/** Texts of a recall's results, and a table for the clipboard. Pure. */
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { deliveryLabel } from "../../lib/outcome-labels.ts";

/** Counts of requested, cancelled and skipped messages. */
export function recallSummary(results: readonly RecallResult[]): string {
  const requested = results.filter((result) => result.requested);
  const cancelled = requested.filter((result) => result.cancelled).length;
  const skipped = results.length - requested.length;
  const unnamed = results.filter((result) => !result.requested && result.smsId === "").length;
  const first = t(($) => $.campaigns.recall.cancelledOf, { cancelled, count: requested.length });
  const reasons = [
    ...(skipped > unnamed ? [t(($) => $.campaigns.recall.alreadyFinal, { value: skipped - unnamed })] : []),
    ...(unnamed > 0 ? [t(($) => $.campaigns.recall.withoutId, { value: unnamed })] : []),
  ];
  if (skipped === 0) return first;
  return `${first} ${t(($) => $.campaigns.recall.skipped, { count: skipped, reasons: reasons.join(", ") })}`;
}

/** Requested messages first, and of these the ones that were not cancelled. */
export function recallOrder(results: readonly RecallResult[]): readonly RecallResult[] {
  const place = ({ requested, cancelled }: RecallResult): number => (requested ? Number(cancelled) : 2);
  return results.toSorted((a, b) => place(a) - place(b));
}

export function recallLabel({ requested, cancelled, delivery }: RecallResult): string {
  if (cancelled) return t(($) => $.campaigns.recall.cancelled);
  const status = deliveryLabel(delivery).text;
  return requested
    ? t(($) => $.campaigns.recall.notCancelledStatus, { status })
    : t(($) => $.campaigns.recall.skippedStatus, { status });
}

/** Tab-separated with a header; line breaks and tabs inside a text are replaced. */
export function recallTable(results: readonly RecallResult[]): string {
  const rows = recallOrder(results).map(({ endpoint, name = "", smsId, cancelled, delivery, message }) => [
    endpoint,
    name,
    smsId,
    cancelled ? t(($) => $.campaigns.recall.cancelled) : t(($) => $.campaigns.recall.notCancelled),
    delivery,
    formatText(message),
  ]);
  const head = [
    t(($) => $.common.endpoint),
    t(($) => $.common.name),
    t(($) => $.campaigns.recall.smsId),
    t(($) => $.campaigns.recall.result),
    t(($) => $.campaigns.recall.deliveryStatus),
    t(($) => $.campaigns.recall.response),
  ];
  return [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
}
