/** The identifier doctor: checks a list of identifiers against the cache alone. */
import { type doctor, type ExaminedRow, type Verdict, verdictSchema } from "#shared/contract/fleet/doctor.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { exportToFile, pagesOf, writeCsvFile } from "../../core/files/export-file.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type Meaning, type ReadValue, faultOf, isRoundedList, readValue } from "#shared/rules/read-value.ts";
import { type CachedEndpoint, endpointField } from "#shared/rules/endpoint-fields.ts";
import type { FleetDeps } from "./deps.ts";
import type { EndpointDirectory } from "./directory.ts";
import { readIdentifier } from "#shared/rules/identifier.ts";
import { resolveMeanings, singleEndpoint } from "#shared/rules/resolve-meanings.ts";
import { AppError } from "#shared/failure.ts";
import { headerKind, likelyColumn } from "#shared/rules/identify.ts";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { detectShape } from "#shared/rules/csv-header.ts";

interface DoctorDeps extends Pick<FleetDeps, "files"> {
  readonly connections: Pick<FleetDeps["connections"], "open">;
  readonly directory: Pick<EndpointDirectory, "resolve" | "completeness">;
}

export function createDoctor(deps: DoctorDeps): Handlers<typeof doctor> {
  return { examine: createExamine(deps), exportRows: createExportRows(deps) };
}

const titles = ["row", "identifier", "result", "type", "endpoint", "name", "first_row", "detail"] as const;
/** Exports examined rows as a CSV file, for correcting the list. */
function createExportRows({ files }: Pick<DoctorDeps, "files">): Handlers<typeof doctor>["exportRows"] {
  return async ({ suggestedName, rows }, { signal }) =>
    await exportToFile(files, { name: fileName(suggestedName), extension: "csv" }, signal, async (file) => ({
      rows: await writeCsvFile(file, { titles, pages: pagesOf(rows, cells), signal }),
    }));
}

function cells({
  row,
  identifier,
  verdict,
  kind,
  endpoint,
  firstRow,
  detail,
}: ExaminedRow): readonly (string | number)[] {
  return [
    row,
    identifier,
    verdict,
    kind ?? "",
    endpoint?.id ?? "",
    endpoint?.name ?? "",
    firstRow ?? "",
    detail === undefined ? "" : formatText(detail),
  ];
}

/** A file name that is valid on every file system, with the extension `.csv`. */
function fileName(suggested: string): string {
  const name = suggested.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").trim() || "rows";
  return name.toLowerCase().endsWith(".csv") ? name : `${name}.csv`;
}

// Examines a list: every row with its verdict, according to the cache.

/** Rows looked up per step: their matches are in memory as whole records. */
const rowsPerStep = 1000;
/** Rows sampled to detect that a spreadsheet has rounded the numbers of the whole list. */
const rowSample = 2000;

interface InputRow {
  readonly row: number;
  readonly identifier: string;
  readonly read: ReadValue;
}

function createExamine({ connections, directory }: DoctorDeps): Handlers<typeof doctor>["examine"] {
  return async ({ connection: name, text, kind, column }, { signal }) => {
    const connection = await connections.open(name);
    const list = await readList(text, signal);
    const { index, hasHeader, names } = findColumn(list, { kind, column });
    const inputRows = list.rows.slice(hasHeader ? 1 : 0);
    const read = ({ row, cells }: ListRow): InputRow => {
      const cell = cells[index] ?? "";
      return { row, identifier: cell, read: readValue(cell, kind) };
    };
    const every = Math.ceil(inputRows.length / rowSample);
    const sample = inputRows.filter((_, at) => at % every === 0);
    const rounded = isRoundedList(sample.map((row) => read(row).read));
    const unknown = unknownDetail((await directory.completeness(connection.id)).state);
    const classify = createClassifier({ rounded, unknown });
    const rows: ExaminedRow[] = [];
    for (let from = 0; from < inputRows.length; from += rowsPerStep) {
      throwIfStopped(signal);
      // Parsed per step, so that other work runs while the store answers.
      const step = inputRows.slice(from, from + rowsPerStep).map((row) => read(row));
      const meanings = step.map(({ read }) => ("meanings" in read ? read.meanings : []));
      const answers = await lookUp(directory, connection.id, meanings, signal);
      for (const [at, row] of step.entries()) rows.push(classify(row, answers[at] ?? []));
    }
    const header = names[index];
    return {
      rows,
      counts: countVerdicts(rows),
      emptyLines: list.emptyLines,
      column: list.isTable
        ? { number: index + 1, header: hasHeader && header !== undefined && header !== "" ? header : undefined }
        : undefined,
      columns: list.isTable ? [...names] : [],
    };
  };
}

interface ClassificationRules {
  /** The list's long numbers were rounded as a whole. */
  readonly rounded: boolean;
  /** The detail of a row without a match. */
  readonly unknown: CodedText | undefined;
}

/** Classifies rows in their order: a duplicate is defined by an earlier row. */
function createClassifier({
  rounded,
  unknown,
}: ClassificationRules): (row: InputRow, answers: readonly Answer[]) => ExaminedRow {
  const firstRows = new Map<string, number>();
  return ({ row, identifier, read }, answers) => {
    if (!("meanings" in read)) return { row, identifier, ...read };
    const { meanings } = read;
    const [likely] = meanings;
    const fault = faultOf(meanings);
    if (fault?.verdict === "damaged" && (rounded || answers.length === 0)) return { row, identifier, ...fault };
    const one = singleEndpoint(answers.map(({ endpoint }) => endpoint));
    if (one === undefined && answers.length > 0)
      return { row, identifier, verdict: "ambiguous", detail: several(answers) };
    if (one === undefined) {
      if (fault !== undefined) return { row, identifier, ...fault };
      return {
        row,
        identifier,
        verdict: "unknown",
        ...kindOf(meanings, likely),
        detail: unknown,
      };
    }
    const { id } = one;
    const kind = answers.find(({ endpoint }) => endpoint === one)?.kind;
    const endpoint = { id, name: endpointField(one, "name") };
    const firstRow = firstRows.get(id);
    if (firstRow !== undefined) return { row, identifier, verdict: "duplicate", kind, endpoint, firstRow };
    firstRows.set(id, row);
    return { row, identifier, verdict: "resolved", kind, endpoint };
  };
}

/** A value without a match has a kind only if no other kind is possible. */
function kindOf(meanings: readonly Meaning[], likely: Meaning | undefined): { readonly kind?: IdentifierKind } {
  return meanings.length === 1 && likely !== undefined ? { kind: likely.kind } : {};
}

function several(answers: readonly Answer[]): CodedText {
  const named = answers
    .slice(0, 5)
    .map(({ endpoint: { id }, kind }) => `${id} (${t(($) => $.fleet.identifierKinds[kind])})`);
  const endpoints = [...named, ...(answers.length > named.length ? ["…"] : [])].join(", ");
  return codedText("several-endpoints-match", { count: answers.length, endpoints });
}

function unknownDetail(state: "never" | "complete" | "partial" | "not-offered"): CodedText | undefined {
  switch (state) {
    case "complete":
      return undefined;
    case "never":
    case "not-offered":
      return codedText("endpoints-not-cached");
    case "partial":
      return codedText("endpoint-cache-incomplete");
  }
}

function countVerdicts(rows: readonly ExaminedRow[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictSchema.options.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

// Looks values up in the cache, as every kind of identifier that each of them may be.

/** A matching endpoint, and the kind of identifier it was found by. */
interface Answer {
  readonly endpoint: CachedEndpoint;
  readonly kind: IdentifierKind;
}

/** Per list of meanings, the endpoints that match any of them, each once. */
async function lookUp(
  directory: DoctorDeps["directory"],
  connectionId: number,
  rows: readonly (readonly Meaning[])[],
  signal: AbortSignal,
): Promise<readonly (readonly Answer[])[]> {
  const endpointsOf = await resolveMeanings(rows.flat(), (kind, forms) =>
    directory.resolve(connectionId, kind, forms, signal),
  );
  return rows.map((meanings) => {
    const answers = new Map<string, Answer>();
    for (const meaning of meanings) {
      for (const endpoint of endpointsOf(meaning)) {
        if (!answers.has(endpoint.id)) answers.set(endpoint.id, { endpoint, kind: meaning.kind });
      }
    }
    return [...answers.values()];
  });
}

// Finds the column of a list that holds the identifiers, and whether its first row is a header. Pure.

interface IdentifierColumn {
  /** Counted from 0. */
  readonly index: number;
  readonly hasHeader: boolean;
  /** One per column; empty texts where the list has no header. */
  readonly names: readonly string[];
}

interface ColumnOptions {
  readonly kind: IdentifierKind | undefined;
  /** Counted from 1. */
  readonly column: number | undefined;
}

const columnSample = 200;

type Cells = readonly (readonly string[])[];

/** Throws `column-unknown` when the list has no such column. */
export function findColumn(list: PastedList, { kind, column }: ColumnOptions): IdentifierColumn {
  const width = list.rows.slice(0, 1000).reduce((most, { cells }) => Math.max(most, cells.length), 1);
  if (column !== undefined && column > width) {
    throw new AppError("column-unknown", codedText("list-column-out-of-range", { count: width, column }));
  }
  const [first = [], ...rest] = list.rows.slice(0, columnSample + 1).map(({ cells }) => cells);
  const requested = column === undefined ? undefined : column - 1;
  const hasHeader = isHeader(first, rest, requested ?? strongest([first, ...rest], width, kind));
  const blank = Array.from({ length: width }, () => "");
  const names = hasHeader ? blank.map((_, index) => first[index] ?? "") : blank;
  const sample = hasHeader ? rest : [first, ...rest];
  if (requested !== undefined) return { index: requested, hasHeader, names };
  return { index: selectColumn(names, sample, width, kind), hasHeader, names };
}

function selectColumn(
  names: readonly string[],
  sample: Cells,
  width: number,
  kind: IdentifierKind | undefined,
): number {
  if (kind !== undefined) {
    const named = names.findIndex((name) => headerKind(name) === kind);
    return named >= 0 ? named : strongest(sample, width, kind);
  }
  return likelyColumn(names, sample)?.column ?? strongest(sample, width, undefined);
}

/** Whether the first row is a header: it names columns, and has no identifier in a column where the other rows have one. */
function isHeader(first: readonly string[], rest: Cells, column: number): boolean {
  if (rest.length === 0 && first.length < 2) return headerKind(first[0] ?? "") !== undefined;
  if (first.some((cell) => /^\+?\d{8,}$/.test(cell.replace(/[\s'"-]/g, "")))) return false;
  if (first.some((cell) => headerKind(cell) !== undefined)) return true;
  // An unknown word counts as a header only above a column of numbers; a word with digits counts as data.
  if (/\d/.test(first[column] ?? "") || !/\p{L}/u.test(first[column] ?? "")) return false;
  const filled = rest.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
  return filled.length > 1 && filled.filter((cell) => isNumber(cell)).length * 5 >= filled.length * 4;
}

/** The column with most cells that look like identifiers; the leftmost one of several. */
function strongest(sample: Cells, width: number, kind: IdentifierKind | undefined): number {
  let best = 0;
  let most = 0;
  for (let index = 0; index < width; index += 1) {
    const score = sample.reduce((sum, cells) => sum + strength(cells[index] ?? "", kind), 0);
    if (score > most) [best, most] = [index, score];
  }
  return best;
}

function strength(cell: string, kind: IdentifierKind | undefined): number {
  if (cell === "") return 0;
  if (kind !== undefined) return readIdentifier(kind, cell).kind === "foreign" ? 0 : 1;
  const read = readValue(cell, undefined);
  if (!("meanings" in read)) return read.verdict === "damaged" ? 1 : 0;
  const kinds = read.meanings.map((one) => one.kind);
  if (kinds.includes("iccid") || kinds.includes("imei") || kinds.includes("imsi")) return 1;
  return kinds.includes("msisdn") ? 0.8 : kinds.includes("id") ? 0.4 : 0.05;
}

function isNumber(cell: string | undefined): boolean {
  if (cell === undefined || cell === "") return false;
  const read = readValue(cell, undefined);
  return !("meanings" in read) || read.meanings.some(({ kind }) => kind !== "name");
}

// Parses a pasted or dropped text into rows of cells, numbered as in a spreadsheet. No text is rejected for its format: a text that is not
// a table is read line by line.

interface ListRow {
  /** The first line is 1; empty lines count. */
  readonly row: number;
  readonly cells: readonly string[];
}

interface PastedList {
  readonly rows: readonly ListRow[];
  readonly emptyLines: number;
  readonly isTable: boolean;
}

/** Rows beyond this are not examined. */
export const mostRows = 200_000;

const delimiters = [";", "\t", ","] as const;
/** Lines sampled to distinguish a table from a list. */
const lineSample = 200;
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
  const sample = text.slice(0, pieceCharacters).split(/\r\n|\n|\r/, lineSample);
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
