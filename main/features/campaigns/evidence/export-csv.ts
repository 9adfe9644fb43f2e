/** Exports recipients and their outcomes as a CSV that is safe to open in spreadsheets. */
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type CsvRow, writeCsvFile } from "../../../core/files/export-file.ts";

const columns = [
  "row",
  "identifier",
  "endpoint",
  "outcome",
  "reason",
  "sms_id",
  "code",
  "message",
  "delivery",
  "delivery_at",
  "reply",
  "reply_at",
  "reply_text",
  "wave",
  "attempts",
  "segments",
  "requested_at",
  "outcome_at",
  "text",
  "source",
  "source_row",
  "unconfirmed_at",
] as const;

/** Writes the file atomically; returns the number of recipients. Times are ISO 8601 in UTC. Throws `file-unwritable` or `disk-full`. */
export async function exportCsv(
  file: string,
  recipients: AsyncIterable<readonly Recipient[]>,
): Promise<{ readonly rows: number }> {
  async function* pages(): AsyncGenerator<readonly CsvRow[]> {
    for await (const batch of recipients) yield batch.map(toCells);
  }
  return { rows: await writeCsvFile(file, { titles: columns, pages: pages() }) };
}

function toCells(recipient: Recipient): readonly (string | number)[] {
  const { row, identifier, endpoint, outcome, reason, smsId, code, message, delivery, attempts, segments, text } =
    recipient;
  const resultCells = [row, identifier, endpoint, outcome, reason, smsId, code, message];
  const watched = [
    delivery,
    iso(recipient.deliveryAt),
    recipient.reply,
    iso(recipient.replyAt),
    recipient.replyText,
    recipient.wave,
  ];
  const attemptCells = [attempts, segments, iso(recipient.intentAt), iso(recipient.outcomeAt), text];
  // With several sources of the audience, a row number alone does not identify the source row.
  const place = [recipient.source + 1, recipient.sourceRow, iso(recipient.unconfirmedAt)];
  return [...resultCells, ...watched, ...attemptCells, ...place].map((cell) => cell ?? "");
}

function iso(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString();
}
