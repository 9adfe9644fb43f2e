/** Cells, rows and columns as text for the clipboard; each answers the sentence that tells what was done. */
import type { TableColumn } from "./table-column.ts";

/** Puts a text into the clipboard; the window is allowed to write there after a person's gesture. */
export async function copyText(text: string, said: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return said;
  } catch (error) {
    return `The clipboard did not take it: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Tab-separated, with the heads of the columns: spreadsheets take it as it is. */
export async function copyRows<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): Promise<string> {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => column.text(row)))];
  const text = lines.map((cells) => cells.map(oneLine).join("\t")).join("\n");
  return await copyText(text, rows.length === 1 ? "The row was copied." : `${rows.length} rows were copied.`);
}

export async function copyColumn<R>(column: TableColumn<R>, rows: readonly R[]): Promise<string> {
  const text = rows.map((row) => oneLine(column.text(row))).join("\n");
  return await copyText(text, `${column.title} of ${rows.length === 1 ? "1 row" : `${rows.length} rows`} was copied.`);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ");
}
