/**
 * Recipients and their outcomes as a CSV that spreadsheets open safely: UTF-8 with a byte order mark, every text quoted,
 * and texts that a spreadsheet would run as a formula begin with an apostrophe. Identifiers of digits stay as they are.
 */
import { stringify } from "csv-stringify/sync";
import type { Recipient } from "#contract/campaigns.ts";
import { writeFileAtomically } from "./atomic-file.ts";

const columns = [
  "row",
  "given",
  "endpoint",
  "outcome",
  "reason",
  "sms_id",
  "code",
  "message",
  "delivery",
  "attempts",
  "segments",
  "intent_at",
  "settled_at",
  "text",
] as const;

/**
 * Writes the file, whole or not at all; answers how many recipients it holds. Times are ISO 8601 in UTC. Throws
 * `file-unwritable` or `disk-full`.
 */
export async function exportCsv(
  file: string,
  recipients: AsyncIterable<readonly Recipient[]>,
): Promise<{ readonly rows: number }> {
  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    yield `\uFEFF${toCsv([columns])}`;
    for await (const batch of recipients) {
      rows += batch.length;
      if (batch.length > 0) yield toCsv(batch.map(toCells));
    }
  }
  await writeFileAtomically(file, pieces());
  return { rows };
}

/** The first characters that make a spreadsheet read a text as a formula, the wide forms of East Asia included. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text that no spreadsheet runs: what looks like a formula gets an apostrophe in front. */
export function safeCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

function toCells(recipient: Recipient): readonly (string | number)[] {
  const { row, given, endpoint, outcome, reason, smsId, code, message, delivery, attempts, segments, text } = recipient;
  const cells = [row, given, endpoint, outcome, reason, smsId, code, message, delivery, attempts, segments];
  return [...cells, iso(recipient.intentAt), iso(recipient.settledAt), text].map((cell) =>
    typeof cell === "number" ? cell : safeCell(cell ?? ""),
  );
}

function iso(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString();
}

function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { quoted_string: true, record_delimiter: "windows" },
  );
}
