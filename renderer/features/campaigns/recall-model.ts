/** The results of a recall as a table that can be pasted anywhere. Pure. */
import type { RecallResult } from "#contract/campaigns.ts";
import { count, counted } from "../../lib/format.ts";
import { deliveryWord } from "../../lib/outcome-words.ts";

/** Of how many the service was asked, what came of it, and of how many it was not asked. */
export function recallWords(results: readonly RecallResult[]): string {
  const asked = results.filter((result) => result.asked);
  const cancelled = asked.filter((result) => result.cancelled).length;
  const kept = results.length - asked.length;
  const unnamed = results.filter((result) => !result.asked && result.smsId === "").length;
  const first = `${count(cancelled)} of ${counted(asked.length, "message")} cancelled.`;
  const reasons = [
    ...(kept > unnamed ? [`${count(kept - unnamed)} already delivered or ended`] : []),
    ...(unnamed > 0 ? [`${count(unnamed)} without a known id`] : []),
  ];
  return kept === 0 ? first : `${first} ${counted(kept, "message")} not requested: ${reasons.join(", ")}.`;
}

/** What was asked for comes first, and of that what was not cancelled. */
export function recallOrder(results: readonly RecallResult[]): readonly RecallResult[] {
  const place = ({ asked, cancelled }: RecallResult): number => (asked ? Number(cancelled) : 2);
  return results.toSorted((a, b) => place(a) - place(b));
}

/** The result of one message. */
export function recallWord({ asked, cancelled, delivery }: RecallResult): string {
  if (cancelled) return "cancelled";
  return asked ? `not cancelled: ${deliveryWord(delivery).text}` : `not requested: ${deliveryWord(delivery).text}`;
}

/** Tab-separated, with a head; a text never breaks its line or its cell. */
export function recallTable(results: readonly RecallResult[]): string {
  const rows = recallOrder(results).map(({ endpoint, name = "", smsId, cancelled, delivery, message }) => [
    endpoint,
    name,
    smsId,
    cancelled ? "cancelled" : "not cancelled",
    delivery,
    message,
  ]);
  const head = ["endpoint", "name", "sms id", "result", "delivery", "message"];
  return [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
}
