/**
 * Rows of a recipients' CSV, streamed.
 *
 * Decisions: rows are numbered as a spreadsheet shows them (the header is the first row that is not blank, blank rows
 * count and are left out); spaces around an unquoted value do not belong to it; a short row has fewer values than
 * there are columns; a long row, unless what is too much is empty, is reported as malformed; a wrong quotation mark refuses the file,
 * because every row after it would be a guess; columns of the same name are allowed and refused only when used.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { AppError } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import { detectShape, type CsvShape } from "../../../identifiers/csv-header.ts";
import { headerKind } from "../../../identifiers/identify.ts";
import { detectEncoding, readText, type TextEncoding } from "../../../files/text-file.ts";

export interface CsvRow {
  readonly row: number;
  /** One value per column; what a short row lacks at its end is not there. */
  readonly values: readonly string[];
  /** Why this row cannot be read, for a person. */
  readonly malformed?: CodedText;
}

export interface CsvTable {
  /** Trimmed header names in file order; a column without a name is the empty text. */
  readonly columns: readonly string[];
  readonly delimiter: string;
  /** It has no header of its own: every line is a row. */
  readonly headless?: true;
  readonly encoding: TextEncoding;
  /** Rows with something in them, in batches. Can be iterated once at a time; each time reads the file anew. */
  batches(size?: number): AsyncIterable<readonly CsvRow[]>;
}

export interface CsvOptions {
  /** Lines that begin with it are left out, and are not counted as rows. */
  readonly comment?: string;
  /** A file with a header and nothing else is no error. */
  readonly mayBeEmpty?: boolean;
  /** One column whose first line is no name of a column is a list of identifiers, its first line a row like the others. */
  readonly mayBeList?: boolean;
}

/** A record longer than this is an unclosed quotation mark, not data. */
const longestRecord = 1024 * 1024;
/** Beyond any list of recipients: every row would cost as much memory as its header promises. */
const mostColumns = 1000;
const defaultBatch = 1000;

/**
 * Opens a CSV and reads its header. Throws `file-not-found`, `file-unreadable`, `file-not-text`, `csv-empty` (no header)
 * or `csv-malformed`. The iteration throws `csv-malformed` with the line, and `csv-empty` when no row has data.
 */
export async function openCsv(file: string, signal: AbortSignal, options: CsvOptions = {}): Promise<CsvTable> {
  const encoding = await detectEncoding(file, signal);
  const origin = { file, where: codedText("csv-file", { file }), text: () => readText(file, encoding, signal) };
  const source = { ...origin, shape: await readShape(origin, options.comment), signal, options };
  const table = await openTable(source, encoding);
  const [first = ""] = table.columns;
  // A word without digits may well be a name that somebody gave the column, and a text may speak of it.
  return options.mayBeList === true && isList(table) && /\d/.test(first) ? asList(table, source) : table;
}

/**
 * The same of a text at hand, called `name` in sentences. One column without a header that is known to identify endpoints is a
 * list of identifiers: its first line is a row like the others.
 */
export async function openCsvText(
  name: string,
  text: string,
  signal: AbortSignal,
  options: CsvOptions = {},
): Promise<CsvTable> {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.includes("\0")) throw new AppError("file-not-text", codedText("list-not-text", { name }));
  const origin = { file: name, where: codedText("csv-list", { name }), text: () => inPieces(plain) };
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
    batches: (size = defaultBatch) => readBatches(source, 1, size, false),
  };
}

/** What the column of a list without a header is called. */
const listHeader = "identifier";

const charactersPerPiece = 65_536;

/** A long text is read as a file is: what is not wanted any more is not parsed, and others have their turn between. */
async function* inPieces(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  for (let from = 0; from < text.length;) {
    const until = from + charactersPerPiece;
    // A character of two halves is not cut in two: neither half would be read again.
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
    batches: (size = defaultBatch) => readBatches(source, columns.length, size, true),
  };
}

interface Source {
  /** Path, or name of a list. */
  readonly file: string;
  /** The subject of a sentence. */
  readonly where: CodedText;
  /** From its beginning, as often as it is asked for. */
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
    if (isBlank(record)) continue;
    const columns = record.map((name) => name.trim());
    return columns.slice(0, columns.findLastIndex((name) => name !== "") + 1);
  }
  throw new AppError("csv-empty", codedText("csv-without-header", { source: source.where }));
}

async function* readBatches(
  source: Source,
  columns: number,
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
      headerSeen = true;
      continue;
    }
    any = true;
    batch.push(toRow(row, record, columns));
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

/** `first` is the line on which the row begins that cannot be read. */
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
  const options = { details: { file, line }, ...(cause === undefined ? {} : { cause }) };
  return new AppError("csv-malformed", codedText("csv-malformed", { source: where, problem, line }), options);
}

function isBlank(record: readonly string[]): boolean {
  return record.every((value) => value.trim() === "");
}
