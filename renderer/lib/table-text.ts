/** Rows of a table as text: tab-separated as spreadsheets paste it, CSV, or JSON. Pure. */
import { safeCell } from "#shared/safe-cell.ts";

export type CopyFormat = "text" | "csv" | "json";

/** `rows` are the cells in the order of the titles; `data` is what JSON contains. */
export function tableText(
  format: CopyFormat,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  data: readonly unknown[],
): string {
  switch (format) {
    case "text":
      return [titles, ...rows].map((cells) => cells.map(oneLine).join("\t")).join("\n");
    case "csv":
      return [titles, ...rows].map((cells) => cells.map(csvCell).join(",")).join("\r\n");
    case "json":
      return JSON.stringify(data.length === 1 ? data[0] : data, undefined, 2);
  }
}

/** Without characters that separate cells and rows. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ");
}

function csvCell(text: string): string {
  return `"${safeCell(text).replaceAll('"', '""')}"`;
}
