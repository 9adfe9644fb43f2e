/** Output of results: one JSON document, or text. */
import type { z } from "zod";
import { isoTimes } from "./iso-times.ts";
import { terminalControls, type Terminal } from "./terminal.ts";

/** JSON with characters escaped that the terminal would replace, so no value loses information. */
export function formatJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

/** As `formatJson`, for JSON text from elsewhere; it parses to the same value. */
export function escapeJson(text: string): string {
  return text.replace(terminalControls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes the only JSON document of a command. */
export function printJson(terminal: Terminal, document: unknown): void {
  terminal.out(`${formatJson(document)}\n`);
}

/** As `printJson`, for the answer of an operation: times of its schema become ISO 8601. */
export function printAnswer(terminal: Terminal, schema: z.ZodType, answer: unknown): void {
  printJson(terminal, isoTimes(schema, answer));
}

/** Writes `{"<key>":[…], …rest}` page by page, so memory use does not depend on the number of items. */
export async function printJsonItems(
  terminal: Terminal,
  key: string,
  pages: AsyncIterable<readonly unknown[]>,
  rest: () => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  const opening = `{${formatJson(key)}:[`;
  // Nothing is written before the first page arrives, so a failure leaves stdout empty.
  let before = opening;
  for await (const page of pages) {
    if (page.length === 0) continue;
    terminal.out(before + page.map((item) => formatJson(item)).join(","));
    before = ",";
  }
  if (before === opening) terminal.out(opening);
  const tail = formatJson(rest()).slice(1);
  terminal.out(tail === "}" ? "]}\n" : `],${tail}\n`);
}

/** Pads columns to their widest cell; cells are cut at `widest` characters. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[], widest = 40): string {
  const cut = (cell: string): string => {
    const line = cell.replace(/\s+/g, " ");
    return line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
  };
  const cells = [header, ...rows].map((row) => row.map(cut));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** Label and value of one line; a field without a value is omitted. */
export type Field = readonly [label: string, value: string | undefined];

/** The fields of one record as lines "label: value". */
export function formatFields(fields: readonly Field[]): string {
  return fields.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}\n`])).join("");
}

/** ISO 8601 in UTC; undefined stays undefined. */
export function iso(time: number): string;
export function iso(time: number | undefined): string | undefined;
export function iso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
