/** How results look: one JSON document, or text for a person. */
import { t } from "./text.ts";
import type { z } from "zod";
import { isoTimes } from "./iso-times.ts";
import { terminalControls, type Terminal } from "./terminal.ts";

/** JSON whose strings are escaped where the terminal would drop a character, so that nothing of a value is lost. */
export function formatJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

/** The same for a JSON text that was written elsewhere; it still parses to the same value. */
export function escapeJson(text: string): string {
  return text.replace(terminalControls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes the one JSON document of a command. */
export function printJson(terminal: Terminal, document: unknown): void {
  terminal.out(`${formatJson(document)}\n`);
}

/** The same for an answer of an operation: times that its schema declares are written as ISO 8601. */
export function printAnswer(terminal: Terminal, schema: z.ZodType, answer: unknown): void {
  printJson(terminal, isoTimes(schema, answer));
}

/** `{"<key>":[…], …rest}`, an item at a time, so that a million of them need no memory. */
export async function printJsonItems(
  terminal: Terminal,
  key: string,
  pages: AsyncIterable<readonly unknown[]>,
  rest: () => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  const opening = `{${formatJson(key)}:[`;
  // Nothing is written before the first page is there: a failure leaves stdout empty.
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

/** Columns padded to their widest cell; a cell is cut at `widest` characters. */
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

const thousands = new Intl.NumberFormat("en-US");

export function formatCount(value: number): string {
  return thousands.format(value);
}

/** "3 segments", or "up to 3 segments" where it depends on how the service splits the text. */
export function formatSegments(segments: number, exact: boolean): string {
  return exact
    ? t(($) => $.common.segmentCount, { count: segments })
    : t(($) => $.cli.program.segmentsAtMost, { count: segments });
}

/** ISO 8601 in UTC; undefined stays undefined. */
export function iso(time: number): string;
export function iso(time: number | undefined): string | undefined;
export function iso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** `1 h 05 min`, `3 min 20 s`, `12 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  if (minutes >= 60) return `${formatCount(Math.floor(minutes / 60))} h ${two(minutes % 60)} min`;
  return minutes > 0 ? t(($) => $.cli.program.minutesSeconds, { minutes, seconds: two(seconds % 60) }) : `${seconds} s`;
}
