/** The results of a recall as a table that can be pasted anywhere. Pure. */
import type { RecallResult } from "#contract/campaign-words.ts";

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
