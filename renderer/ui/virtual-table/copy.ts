/** Cells, rows and columns as text for the clipboard; each answers the sentence that tells what was done. */
import { t } from "#shared/texts/text.ts";
import type { TableColumn } from "./table-column.ts";

/** Puts a text into the clipboard; the window is allowed to write there after a person's gesture. */
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

/** Tab-separated, with the heads of the columns: spreadsheets take it as it is. */
export async function copyRows<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): Promise<string> {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => column.text(row)))];
  const text = lines.map((cells) => cells.map(oneLine).join("\t")).join("\n");
  return await copyText(
    text,
    t(($) => $.shell.table.rowsCopied, { count: rows.length }),
  );
}

export async function copyColumn<R>(column: TableColumn<R>, rows: readonly R[]): Promise<string> {
  const text = rows.map((row) => oneLine(column.text(row))).join("\n");
  return await copyText(
    text,
    t(($) => $.shell.table.columnCopied, { column: column.title, count: rows.length }),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ");
}
