/**
 * Streams the rows of a recipients CSV. Decisions:
 * - Rows are numbered as a spreadsheet shows them: the header is the first row that is not blank; blank rows are counted and
 *   skipped.
 * - Spaces around an unquoted value are trimmed.
 * - A short row has fewer values than there are columns. A long row is malformed, unless the extra values are empty.
 * - A misplaced quotation mark rejects the file, because every row after it would be a guess.
 * - Columns of the same name are allowed, and rejected only when used.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { CsvError, parse } from "csv-parse";
import { AppError } from "#shared/failure.ts";
import { abortedError } from "../../../core/wait.ts";
import { detectShape, type CsvShape } from "#shared/rules/csv-header.ts";
import { headerKind } from "#shared/rules/identify.ts";
import { openText, type TextEncoding } from "../../../core/files/text-file.ts";

export interface CsvRow {
  readonly row: number;
  /** One value per column; values missing at the end of a short row are absent. */
  readonly values: readonly string[];
  /** Why this row cannot be read, for display. */
  readonly malformed?: CodedText;
}

export interface CsvTable {
  /** Trimmed header names in file order; a column without a name is the empty string. */
  readonly columns: readonly string[];
  readonly delimiter: string;
  /** The file has no header: every line is a row. */
  readonly headless?: true;
  readonly encoding: TextEncoding;
  /** Rows that are not blank, in batches. Allows one iteration at a time; each iteration reads the file again. */
  batches(size?: number): AsyncIterable<readonly CsvRow[]>;
}

export interface CsvOptions {
  /** Lines that start with this are skipped, and are not counted as rows. */
  readonly comment?: string;
  /** Accepts a file with a header only. */
  readonly mayBeEmpty?: boolean;
  /** Treats a single column with an unknown header name as a list of identifiers, whose first line is a row like the others. */
  readonly mayBeList?: boolean;
}

/** A record longer than this is an unclosed quotation mark, not data. */
const longestRecord = 1024 * 1024;
/** Beyond any list of recipients: every row uses as much memory as its header has columns. */
const mostColumns = 1000;
const defaultBatch = 1000;

/**
 * Opens a CSV or an XLSX workbook and reads its header. Throws as `openText` does, `csv-empty` (no header)
 * or `csv-malformed`. The iteration throws `csv-malformed` with the line, `csv-empty` when no row has data, and `csv-changed` when
 * the file has another header by then.
 */
export async function openCsv(file: string, signal: AbortSignal, options: CsvOptions = {}): Promise<CsvTable> {
  const { encoding, text } = await openText(file, signal);
  const origin = { file, where: codedText("csv-file", { file }), text };
  const source = { ...origin, shape: await readShape(origin, options.comment), signal, options };
  const table = await openTable(source, encoding);
  const [first = ""] = table.columns;
  // A word without digits may be a column name that the text refers to.
  return options.mayBeList === true && isList(table) && /\d/.test(first) ? asList(table, source) : table;
}

/**
 * Like `openCsv` for a text in memory; `name` appears in messages. A single column without a known identifier header is a list of
 * identifiers: its first line is a row like the others.
 */
export async function openCsvText(
  name: string,
  text: string,
  signal: AbortSignal,
  options: CsvOptions = {},
): Promise<CsvTable> {
  const content = text.replace(/^\uFEFF/, "");
  if (content.includes("\0")) throw new AppError("file-not-text", codedText("list-not-text", { name }));
  const origin = { file: name, where: codedText("csv-list", { name }), text: () => inPieces(content) };
  const source = { ...origin, shape: await readShape(origin, options.comment), signal, options };
  const table = await openTable(source, "utf-8");
  return isList(table) ? asList(table, source) : table;
}

function isList({ columns }: CsvTable): boolean {
  return columns.length === 1 && headerKind(columns[0] ?? "") === undefined;
}

function asList(table: CsvTable, source: Source): CsvTable {
  return {
    ...table,
    columns: [listHeader],
    headless: true,
    batches: (size = defaultBatch) => readBatches(source, [listHeader], size, false),
  };
}

/** Column name for a list without a header. */
const listHeader = "identifier";

const charactersPerPiece = 65_536;

/** Yields a long text in pieces, like a file, so the unused rest is not parsed and other tasks run in between. */
async function* inPieces(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  for (let from = 0; from < text.length;) {
    const until = from + charactersPerPiece;
    // A surrogate pair is not split, because neither half can be read alone.
    const to = isFirstHalf(text.charCodeAt(until - 1)) ? until + 1 : until;
    yield text.slice(from, to);
    from = to;
  }
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

async function openTable(source: Source, encoding: TextEncoding): Promise<CsvTable> {
  const columns = await readColumns(source);
  return {
    columns,
    delimiter: source.shape.delimiter,
    encoding,
    batches: (size = defaultBatch) => readBatches(source, columns, size, true),
  };
}

interface Source {
  /** Path, or name of a list. */
  readonly file: string;
  /** Subject of the sentence in messages. */
  readonly where: CodedText;
  /** Reads from the beginning on every call. */
  readonly text: () => AsyncIterable<string>;
  readonly shape: CsvShape;
  readonly signal: AbortSignal;
  readonly options: CsvOptions;
}

async function readShape(
  origin: Pick<Source, "file" | "where" | "text">,
  comment: string | undefined,
): Promise<CsvShape> {
  let head = "";
  for await (const text of origin.text()) {
    head += text;
    const shape = detectShape(head, false, comment);
    if (shape !== undefined) return shape;
    if (head.length > longestRecord) throw malformed(origin, codedText("csv-first-line-endless"), 1);
  }
  const shape = detectShape(head, true, comment);
  if (shape === undefined) throw new AppError("csv-empty", codedText("csv-empty", { source: origin.where }));
  return shape;
}

async function readColumns(source: Source): Promise<readonly string[]> {
  for await (const record of records(source)) {
    if (!isBlank(record)) return columnsIn(record);
  }
  throw new AppError("csv-empty", codedText("csv-without-header", { source: source.where }));
}

function columnsIn(record: readonly string[]): readonly string[] {
  const columns = record.map((name) => name.trim());
  return columns.slice(0, columns.findLastIndex((name) => name !== "") + 1);
}

async function* readBatches(
  source: Source,
  columns: readonly string[],
  size: number,
  hasHeader: boolean,
): AsyncGenerator<readonly CsvRow[]> {
  let row = 0;
  let headerSeen = !hasHeader;
  let any = false;
  let batch: CsvRow[] = [];
  for await (const record of records(source)) {
    row += 1;
    if (isBlank(record)) continue;
    if (!headerSeen) {
      if (!isDeepStrictEqual(columnsIn(record), columns))
        throw new AppError("csv-changed", codedText("csv-changed", { source: source.where }));
      headerSeen = true;
      continue;
    }
    any = true;
    batch.push(toRow(row, record, columns.length));
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  if (!any && source.options.mayBeEmpty !== true)
    throw new AppError("csv-empty", codedText("csv-without-rows", { source: source.where }));
  if (batch.length > 0) yield batch;
}

function toRow(row: number, record: readonly string[], columns: number): CsvRow {
  const extra = record.slice(columns).some((value) => value !== "");
  const values = record.slice(0, columns);
  if (!extra) return { row, values };
  return { row, values, malformed: codedText("row-malformed", { values: record.length, columns }) };
}

async function* records(source: Source): AsyncGenerator<readonly string[]> {
  let lastLine = 0;
  const parser = parse({
    on_record: (record: string[], { lines }) => {
      const line = lastLine + 1;
      lastLine = lines;
      if (record.length <= mostColumns) return record;
      const filled = record.slice(0, record.findLastIndex((value) => value !== "") + 1);
      if (filled.length > mostColumns)
        throw malformed(source, codedText("csv-too-many-columns", { limit: mostColumns }), line);
      return filled;
    },
    delimiter: source.shape.delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    trim: true,
    comment: source.options.comment ?? null,
    comment_no_infix: true,
    max_record_size: longestRecord,
  });
  const text = Readable.from(skipped(source), { objectMode: true });
  const fed = pipeline(text, parser).catch(() => undefined); // a failure also ends the iteration below
  try {
    yield* parser as AsyncIterable<readonly string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw csvFailure(error, source, lastLine + 1);
    throw source.signal.aborted ? abortedError() : error;
  } finally {
    parser.destroy();
    await fed;
  }
}

async function* skipped(source: Source): AsyncGenerator<string> {
  let skip = source.shape.skip;
  for await (const text of source.text()) {
    const rest = text.slice(skip);
    skip -= text.length - rest.length;
    if (rest !== "") yield rest;
  }
}

/** Source of a CSV in messages. In `csvFailure`, `first` is the line on which the unreadable row begins. */
type Origin = Pick<Source, "file" | "where">;

function csvFailure(error: CsvError, file: Origin, first: number): AppError {
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return malformed(file, codedText("csv-quote-open"), first, error);
    case "CSV_MAX_RECORD_SIZE":
      return malformed(file, codedText("csv-row-endless"), first, error);
    default:
      return malformed(
        file,
        codedText("csv-quote-inside"),
        typeof error["lines"] === "number" ? error["lines"] : first,
        error,
      );
  }
}

function malformed({ file, where }: Origin, problem: CodedText, line: number, cause?: unknown): AppError {
  const options = { details: { file, line }, cause };
  return new AppError("csv-malformed", codedText("csv-malformed", { source: where, problem, line }), options);
}

function isBlank(record: readonly string[]): boolean {
  return record.every((value) => value.trim() === "");
}
