/** Copies cells, rows and columns as text to the clipboard; each returns the message to show. */
import { t } from "#shared/texts/text.ts";
import { type CopyFormat, oneLine, tableText } from "../../lib/table-text.ts";
import type { TableColumn } from "./table-column.ts";

/** Writes to the clipboard; requires a user gesture. */
export async function copyText(text: string, message: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return message;
  } catch (error) {
    return t(($) => $.shell.clipboard.failedBecause, {
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

export async function copyCell<R>(column: TableColumn<R>, row: R): Promise<string> {
  return await copyText(
    column.text(row),
    t(($) => $.shell.table.cellCopied),
  );
}

/** `selected` rows that are not among `rows` are not loaded; `data` is what JSON contains. */
export async function copyTable(
  format: CopyFormat,
  table: { readonly titles: readonly string[]; readonly cells: readonly (readonly string[])[] },
  data: readonly unknown[],
  selected: number,
): Promise<string> {
  const count = data.length;
  return await copyText(
    tableText(format, table.titles, table.cells, data),
    count < selected
      ? t(($) => $.shell.table.rowsCopiedOf, { count, selected })
      : t(($) => $.shell.table.rowsCopied, { count }),
  );
}

/** The titles of the columns and the texts of the rows. */
export function cellsOf<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
): { readonly titles: readonly string[]; readonly cells: readonly (readonly string[])[] } {
  return {
    titles: columns.map(({ title }) => title),
    cells: rows.map((row) => columns.map((column) => column.text(row))),
  };
}

export async function copyColumn<R>(column: TableColumn<R>, rows: readonly R[], selected: number): Promise<string> {
  const text = rows.map((row) => oneLine(column.text(row))).join("\n");
  return await copyText(
    text,
    rows.length < selected
      ? t(($) => $.shell.table.columnCopiedOf, { column: column.title, count: rows.length, selected })
      : t(($) => $.shell.table.columnCopied, { column: column.title, count: rows.length }),
  );
}
