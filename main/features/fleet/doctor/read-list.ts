/**
 * Parses a pasted or dropped text into rows of cells, numbered as in a spreadsheet. No text is rejected for its format: a text that is not
 * a table is read line by line.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { AppError } from "#shared/failure.ts";
import { detectShape } from "#shared/rules/csv-header.ts";
import { throwIfStopped } from "../../../core/wait.ts";

export interface ListRow {
  /** The first line is 1; empty lines count. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface PastedList {
  readonly rows: readonly ListRow[];
  readonly emptyLines: number;
  readonly isTable: boolean;
}

/** Rows beyond this are not examined. */
export const mostRows = 200_000;

const delimiters = [";", "\t", ","] as const;
/** Lines sampled to distinguish a table from a list. */
const sampled = 200;
const pieceCharacters = 256 * 1024;

/** Throws `too-many-rows`, and `aborted` when the signal is. */
export async function readList(input: string, signal: AbortSignal): Promise<PastedList> {
  const text = input.startsWith("\uFEFF") ? input.slice(1) : input;
  const declared = detectShape(text.slice(0, pieceCharacters), true);
  const skip = declared?.skip ?? 0;
  const delimiter = declared !== undefined && skip > 0 ? declared.delimiter : delimiterOf(text);
  if (delimiter === undefined) return gather(lines(text), false, signal);
  const body = text.slice(skip);
  try {
    return await gather(records(body, delimiter, '"'), true, signal);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Parsed again without quoting: an unclosed quotation mark is an ordinary character.
    return gather(records(body, delimiter, false), true, signal);
  }
}

/** The delimiter that splits most lines; undefined for a list with one value per line. */
function delimiterOf(text: string): string | undefined {
  const sample = text.slice(0, pieceCharacters).split(/\r\n|\n|\r/, sampled);
  const filled = sample.map((line) => line.replace(/"[^"]*"/g, "")).filter((line) => line.trim() !== "");
  return delimiters.find((sign) => filled.filter((line) => line.includes(sign)).length * 2 > filled.length);
}

async function gather(
  cells: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  isTable: boolean,
  signal: AbortSignal,
): Promise<PastedList> {
  const rows: ListRow[] = [];
  let row = 0;
  for await (const record of cells) {
    row += 1;
    if (row % 1000 === 0) throwIfStopped(signal);
    if (record.every((cell) => cell.trim() === "")) continue;
    rows.push({ row, cells: record.map((cell) => cell.trim()) });
    if (rows.length > mostRows) {
      const message = codedText("identifier-list-too-long", { limit: mostRows });
      throw new AppError("too-many-rows", message, { details: { most: mostRows } });
    }
  }
  return { rows, emptyLines: row - rows.length, isTable };
}

function lines(text: string): readonly (readonly string[])[] {
  const all = text.split(/\r\n|\n|\r/);
  // The empty text after the last line end is not a line.
  if (all.at(-1) === "") all.pop();
  return all.map((line) => [line.trim().replace(/^"(.*)"$/, "$1")]);
}

async function* records(text: string, delimiter: string, quote: '"' | false): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter,
    quote,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  });
  const source = Readable.from(pieces(text));
  try {
    yield* source.pipe(parser) as AsyncIterable<readonly string[]>;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += pieceCharacters) yield text.slice(from, from + pieceCharacters);
}
