/** The results of a recall as a table that can be pasted anywhere. Pure. */
import type { RecallResult } from "#contract/campaign-words.ts";
import { count, counted } from "../../lib/format.ts";

/** Of how many the service was asked, what came of it, and of how many it was not asked. */
export function recallWords(results: readonly RecallResult[]): string {
  const asked = results.filter((result) => result.asked);
  const cancelled = asked.filter((result) => result.cancelled).length;
  const kept = results.length - asked.length;
  const first = `${count(cancelled)} of ${counted(asked.length, "message")} cancelled.`;
  return kept === 0
    ? first
    : `${first} ${counted(kept, "message")} not asked for: their end is known, or nobody knows their id.`;
}

/** Tab-separated, with a head; a text never breaks its line or its cell. */
export function recallTable(results: readonly RecallResult[]): string {
  const rows = results.map(({ endpoint, name = "", smsId, cancelled, delivery, message }) => [
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
