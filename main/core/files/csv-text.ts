/**
 * CSV that spreadsheets open safely: UTF-8 with a byte order mark, every text quoted, and an apostrophe before texts that a spreadsheet would
 * evaluate
 * as a formula. Identifiers of digits stay unchanged. Pure.
 */
import { stringify } from "csv-stringify/sync";

/** The first characters that make a spreadsheet parse a text as a formula, full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Escapes a text that a spreadsheet would evaluate as a formula with a leading apostrophe. */
export function safeCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Rows as lines of CSV, the last one terminated too. Texts are escaped; numbers are unchanged. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell : safeCell(cell)))),
    { quoted_string: true, record_delimiter: "windows" },
  );
}
