/** Copies cells, rows and columns as text to the clipboard; each returns the message to show. */
import { t } from "#shared/texts/text.ts";
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

/** Tab-separated with column headers, the format that spreadsheets paste. `selected` rows that are not among `rows` are not loaded. */
export async function copyRows<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  selected: number,
): Promise<string> {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => column.text(row)))];
  const text = lines.map((cells) => cells.map(oneLine).join("\t")).join("\n");
  return await copyText(
    text,
    rows.length < selected
      ? t(($) => $.shell.table.rowsCopiedOf, { count: rows.length, selected })
      : t(($) => $.shell.table.rowsCopied, { count: rows.length }),
  );
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

function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ");
}
