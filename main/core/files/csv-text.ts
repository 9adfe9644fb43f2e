/**
 * CSV that spreadsheets open safely: UTF-8 with a byte order mark, every text quoted, and an apostrophe before texts that a spreadsheet would evaluate
 * as a formula. Identifiers of digits stay unchanged. Pure.
 */
import { safeCell } from "#shared/safe-cell.ts";
import { stringify } from "csv-stringify/sync";

/** Rows as lines of CSV, the last one terminated too. Texts are escaped; numbers are unchanged. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell : safeCell(cell)))),
    { quoted_string: true, record_delimiter: "windows" },
  );
}
