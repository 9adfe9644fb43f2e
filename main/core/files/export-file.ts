/** Files that operators export: read page by page, written completely or not at all. */
import { rm } from "node:fs/promises";
import type { Files } from "../hosts.ts";
import { abortedError, throwIfStopped } from "../wait.ts";
import { writeFileAtomically } from "./atomic-file.ts";
import { toCsv } from "./csv-text.ts";

/** Precedes the first line, so that a spreadsheet reads the text as UTF-8. */
const byteOrderMark = "\uFEFF";

export type CsvRow = readonly (string | number)[];

export interface CsvContent {
  readonly titles: readonly string[];
  /** Rows in the order of the file, a page at a time. */
  readonly pages: AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>;
  readonly signal?: AbortSignal;
}

/** Returns the number of rows. Throws `file-unwritable`, `disk-full` or `aborted`, and the errors of `pages`. */
export async function writeCsvFile(file: string, { titles, pages, signal }: CsvContent): Promise<number> {
  let count = 0;
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + toCsv([titles]);
    for await (const rows of pages) {
      if (signal !== undefined) throwIfStopped(signal);
      count += rows.length;
      if (rows.length > 0) yield toCsv(rows);
    }
  }
  await writeFileAtomically(file, pieces(), signal);
  return count;
}

/** Rows that are in memory, in pages. */
export function* pagesOf<T>(rows: readonly T[], toRow: (row: T) => CsvRow): Generator<readonly CsvRow[]> {
  for (let from = 0; from < rows.length; from += 1000) yield rows.slice(from, from + 1000).map(toRow);
}

export type Exported<R> = { readonly outcome: "cancelled"; readonly rows: 0 } | ({ readonly outcome: "written" } & R);

/**
 * Asks the operator for a path and writes the file there; nothing is written if the dialog is cancelled. An export that is cancelled when
 * its file was just complete leaves no file either, and throws `aborted`.
 */
export async function exportToFile<R>(
  files: Pick<Files, "saveAs">,
  suggestion: Parameters<Files["saveAs"]>[0],
  signal: AbortSignal,
  write: (file: string) => Promise<R>,
): Promise<Exported<R & { readonly file: string }>> {
  const file = await files.saveAs(suggestion);
  if (file === undefined) return { outcome: "cancelled", rows: 0 };
  const written = await write(file);
  if (signal.aborted) {
    await rm(file, { force: true });
    throw abortedError();
  }
  return { outcome: "written", ...written, file };
}

/** Date of a time in UTC, for file names: "2031-05-05". */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
