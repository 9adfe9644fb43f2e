/** The results of a recall as a table that can be pasted anywhere. Pure. */
import type { RecallResult } from "#contract/campaigns.ts";
import { t } from "#shared/texts/text.ts";
import { deliveryWord } from "../../lib/outcome-words.ts";

/** Of how many the service was asked, what came of it, and of how many it was not asked. */
export function recallWords(results: readonly RecallResult[]): string {
  const asked = results.filter((result) => result.asked);
  const cancelled = asked.filter((result) => result.cancelled).length;
  const kept = results.length - asked.length;
  const unnamed = results.filter((result) => !result.asked && result.smsId === "").length;
  const first = t(($) => $.campaigns.recall.cancelledOf, { cancelled, count: asked.length });
  const reasons = [
    ...(kept > unnamed ? [t(($) => $.campaigns.recall.alreadyFinal, { value: kept - unnamed })] : []),
    ...(unnamed > 0 ? [t(($) => $.campaigns.recall.withoutId, { value: unnamed })] : []),
  ];
  if (kept === 0) return first;
  return `${first} ${t(($) => $.campaigns.recall.skipped, { count: kept, reasons: reasons.join(", ") })}`;
}

/** What was asked for comes first, and of that what was not cancelled. */
export function recallOrder(results: readonly RecallResult[]): readonly RecallResult[] {
  const place = ({ asked, cancelled }: RecallResult): number => (asked ? Number(cancelled) : 2);
  return results.toSorted((a, b) => place(a) - place(b));
}

/** The result of one message. */
export function recallWord({ asked, cancelled, delivery }: RecallResult): string {
  if (cancelled) return t(($) => $.campaigns.recall.cancelled);
  const status = deliveryWord(delivery).text;
  return asked
    ? t(($) => $.campaigns.recall.notCancelledStatus, { status })
    : t(($) => $.campaigns.recall.skippedStatus, { status });
}

/** Tab-separated, with a head; a text never breaks its line or its cell. */
export function recallTable(results: readonly RecallResult[]): string {
  const rows = recallOrder(results).map(({ endpoint, name = "", smsId, cancelled, delivery, message }) => [
    endpoint,
    name,
    smsId,
    cancelled ? t(($) => $.campaigns.recall.cancelled) : t(($) => $.campaigns.recall.notCancelled),
    delivery,
    message,
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
