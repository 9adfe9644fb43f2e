/**
 * CSV that spreadsheets open safely: UTF-8 with a byte order mark, every text quoted, and texts that a spreadsheet would run as a
 * formula begin with an apostrophe. Identifiers of digits stay as they are. Pure.
 */
import { stringify } from "csv-stringify/sync";

/** What stands before the first line, so that a spreadsheet reads the text as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** The first characters that make a spreadsheet read a text as a formula, the wide forms of East Asia included. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text that no spreadsheet runs: what looks like a formula gets an apostrophe in front. */
export function safeCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Rows as lines of CSV, the last one ended too. Texts are made safe; numbers stand as they are. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell : safeCell(cell)))),
    { quoted_string: true, record_delimiter: "windows" },
  );
}
