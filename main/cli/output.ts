/** Output of results: one JSON document, or text. */
import { toCsv } from "../core/files/csv-text.ts";
import { z } from "zod";
import { type CliContext, isJson } from "./context.ts";
import { isSuccess } from "./exit-codes.ts";
import type { cli as catalogue } from "#shared/texts/en/cli/index.ts";
import { t } from "./text.ts";
import { usageError } from "./option-values.ts";
import { terminalControls, type Terminal } from "./terminal.ts";
import { codedTextSchema, timeSchema } from "#shared/contract/kit.ts";
import { isCodedText, type CodedText, type TextParam } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";

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

export interface Outcome {
  readonly outcome: string;
  readonly message: string | CodedText;
  /** Local key of a created resource. */
  readonly key?: string;
}

/** Outcome that needs a decision → option that confirms it. */
const confirmedBy: Readonly<Record<string, string>> = {
  exists: t(($) => $.cli.program.allowSame),
  unsettled: t(($) => $.cli.program.allowSame),
};

/** Prints a change as JSON or text. An outcome other than success is also an error on stderr, with its exit code. */
export function reportOutcome(
  context: CliContext,
  schema: z.ZodType,
  answer: Outcome,
  { success, hint = confirmedBy[answer.outcome] ?? "" }: { readonly success?: string; readonly hint?: string } = {},
): void {
  const { outcome, key } = answer;
  const text = typeof answer.message === "string" ? answer.message : formatText(answer.message);
  const message = key === undefined ? text : t(($) => $.cli.program.localKey, { message: text, key });
  if (isJson(context)) printJson(context.terminal, documentOf(schema, answer));
  else if (isSuccess(outcome)) context.terminal.out(`${success ?? message}\n`);
  if (!isSuccess(outcome)) context.fail(outcome, `${message}${hint}`);
}

/** Writes `{"items":[…], …rest}` page by page, so memory use does not depend on the number of items. Ends early when the reader has ended. */
export async function printJsonItems(
  terminal: Terminal,
  pages: AsyncIterable<readonly unknown[]>,
  rest: (count: number) => unknown,
): Promise<void> {
  const opening = `{${formatJson("items")}:[`;
  // Nothing is written before the first page arrives, so a failure leaves stdout empty.
  let before = opening;
  let count = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    terminal.out(before + page.map((item) => formatJson(item)).join(","));
    if (terminal.outIsClosed()) return;
    before = ",";
    count += page.length;
  }
  if (before === opening) terminal.out(opening);
  const tail = formatJson(await rest(count)).slice(1);
  terminal.out(tail === "}" ? "]}\n" : `],${tail}\n`);
}

type Cell<I> = (item: I) => string | undefined;

/** Heading of a column and text of a cell. */
export type Column<I> = readonly [heading: string, cell: Cell<I>];

type Heading = keyof typeof catalogue.headings;

/** By the names for `--columns`; a cell alone has the heading of that name in the catalogue. */
export type Columns<I> = { readonly [name in Heading]?: Column<I> | Cell<I> } | Readonly<Record<string, Column<I>>>;

export interface ListFormat<I> {
  readonly columns: Columns<I>;
  readonly anyColumn?: (name: string) => Column<I>;
  /** Whether an item has the column that `anyColumn` creates; a column that no item of the first page has is unknown. */
  readonly hasColumn?: (name: string, item: I) => boolean;
  readonly id: (item: I) => string;
  readonly toJson: (item: I) => unknown;
  /** Schema of the fields besides `items`. */
  readonly envelope: z.ZodType;
  /** Cells are cut at this width; default 40. */
  readonly widest?: number;
}

/**
 * Prints a list in the format of `--output`, page by page, so memory use does not depend on the number of items. In CSV, JSON lines and ids
 * the footer goes to stderr. Ends early when the reader has ended.
 */
export async function printList<I>(
  context: Pick<CliContext, "terminal" | "globals">,
  { pages, total = () => (Symbol.asyncIterator in pages ? undefined : pages.length), rest, footer }: ListPages<I>,
  format: ListFormat<I>,
  { columns: names, headers = true }: { readonly columns?: readonly string[]; readonly headers?: boolean } = {},
): Promise<void> {
  const { terminal } = context;
  const { output } = context.globals();
  const all = withColumns(toPages(pages), names, format);
  const columns = selectColumns(format, names);
  if (output === "json") {
    await printJsonItems(terminal, mapPages(all, format.toJson), async (count) =>
      documentOf(format.envelope, { total: await total(count), ...rest?.() }),
    );
    return;
  }
  const header = headers ? columns.map(([heading]) => heading) : undefined;
  const rowsOf = (page: readonly I[]): string[][] => page.map((item) => columns.map(([, cell]) => cell(item) ?? ""));
  let count = 0;
  const printCsvHeader = (): void => {
    if (output === "csv" && headers) terminal.out(csvLines([names ?? Object.keys(format.columns)]));
  };
  for await (const page of all) {
    if (page.length === 0) continue;
    if (count === 0) printCsvHeader();
    if (output === "jsonl") terminal.out(page.map((item) => `${formatJson(format.toJson(item))}\n`).join(""));
    else if (output === "ids") terminal.out(page.map((item) => `${format.id(item)}\n`).join(""));
    else if (output === "csv") terminal.out(csvLines(rowsOf(page)));
    else terminal.out(formatTable(header, rowsOf(page), format.widest, terminal.outColumns()));
    if (terminal.outIsClosed()) return;
    count += page.length;
  }
  if (count === 0) printCsvHeader();
  const below = footer?.(count);
  if (below === undefined) return;
  if (output === "table") terminal.out(below);
  else terminal.err(below);
}

/** The terminal replaces carriage returns, as all control characters. */
function csvLines(rows: readonly (readonly string[])[]): string {
  return toCsv(rows).replaceAll("\r\n", "\n");
}

async function* toPages<I>(pages: AsyncIterable<readonly I[]> | readonly I[]): AsyncGenerator<readonly I[]> {
  if (Symbol.asyncIterator in pages) yield* pages;
  else yield pages;
}

/** Throws `invalid-usage` for a column that the first page with items lacks. */
async function* withColumns<I>(
  pages: AsyncIterable<readonly I[]>,
  names: readonly string[] = [],
  { columns, hasColumn = () => true }: ListFormat<I>,
): AsyncGenerator<readonly I[]> {
  let isFirst = true;
  for await (const page of pages) {
    if (isFirst) requireColumns(Object.keys(columns), names, page, hasColumn);
    isFirst &&= page.length === 0;
    yield page;
  }
}

/** The columns by their names, default: all. Throws `invalid-usage` for a name that the format doesn't have. */
export function selectColumns<I>(
  { columns, anyColumn }: Pick<ListFormat<I>, "columns" | "anyColumn">,
  names: readonly string[] = Object.keys(columns),
): Column<I>[] {
  const own: Readonly<Record<string, Column<I> | Cell<I> | undefined>> = columns;
  return names.map((name) => {
    const column = Object.hasOwn(own, name) ? own[name] : anyColumn?.(name);
    if (column === undefined) throw columnUnknown(name, Object.keys(columns));
    return typeof column === "function" ? [t(($) => $.cli.headings[name as Heading]), column] : column;
  });
}

/** Throws `invalid-usage` for a column that no item of a page has: it would be empty. Without items nothing is known. */
export function requireColumns<I>(
  columns: readonly string[],
  names: readonly string[],
  page: readonly I[],
  has: (name: string, item: I) => boolean,
): void {
  const unknown = names.find((name) => !columns.includes(name) && page.every((item) => !has(name, item)));
  if (unknown !== undefined && page.length > 0) throw columnUnknown(unknown, columns);
}

function columnUnknown(name: string, columns: readonly string[]): Error {
  return usageError(t(($) => $.cli.program.columnUnknown, { name, columns: columns.join(", ") }));
}

/** A table of items that are no list of their own; nothing without items. */
export function formatItems<I>(columns: Columns<I>, items: readonly I[], widest?: number): string {
  if (items.length === 0) return "";
  const selected = selectColumns({ columns });
  return formatTable(
    selected.map(([heading]) => heading),
    items.map((item) => selected.map(([, cell]) => cell(item) ?? "")),
    widest,
  );
}

/** Pads columns to their widest cell; cells are cut at `widest` characters, and further where the table is wider than `columns`. */
export function formatTable(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  widest = 40,
  columns?: number,
): string {
  const lines = (header === undefined ? rows : [header, ...rows]).map((row) =>
    row.map((cell) => cell.replace(/\s+/g, " ")),
  );
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.min(widest, Math.max(...lines.map((row) => row[column]?.length ?? 0))),
  );
  const gap = 2;
  if (columns !== undefined) {
    const shortest = 8;
    for (;;) {
      const excess = widths.reduce((sum, width) => sum + width + gap, -gap) - columns;
      const largest = Math.max(...widths);
      if (excess <= 0 || largest <= shortest) break;
      widths[widths.indexOf(largest)] = Math.max(shortest, largest - 1);
    }
  }
  const cut = (cell: string, width: number): string => (cell.length > width ? `${cell.slice(0, width - 1)}…` : cell);
  return lines
    .map((row) => row.map((cell, column) => cut(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

/** Label and value of one line; a field without a value is omitted. */
export type Field = readonly [label: string, value: string | undefined];

/** The fields of one record, with the labels of the catalogue. */
export function labelled(values: { readonly [name in keyof typeof catalogue.labels]?: string | undefined }): Field[] {
  return Object.entries(values).map(([name, value]) => [t(($) => $.cli.labels[name as keyof typeof values]), value]);
}

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

// JSON documents by their schemas; the rules are those of docs/json.md.

/**
 * The document of `value`, parsed by `schema`: times become ISO 8601, ids text, coded texts an object with their English text. Fields that
 * the schema does not name, and fields without a value, are omitted.
 */
export function documentOf(schema: z.ZodType, value: unknown): unknown {
  if (schema === timeSchema) return typeof value === "number" ? new Date(value).toISOString() : value;
  if (schema === codedTextSchema) return isCodedText(value) ? textDocument(value) : value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return documentOf(asZodType(schema.unwrap()), value);
  if (schema instanceof z.ZodUnion) {
    const option = schema.options.map(asZodType).find((one) => one.safeParse(value).success);
    return option === undefined ? value : documentOf(option, value);
  }
  if (Array.isArray(value))
    return schema instanceof z.ZodArray ? value.map((one) => documentOf(asZodType(schema.element), one)) : value;
  if (typeof value !== "object" || value === null) return value;
  const of = value as Readonly<Record<string, unknown>>;
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(of).map(([key, one]) => [key, documentOf(asZodType(schema.valueType), one)]),
    );
  if (!(schema instanceof z.ZodObject)) return value;
  const fields = Object.entries<z.ZodType>(schema.shape).filter(([key]) => of[key] !== undefined && of[key] !== null);
  return Object.fromEntries(
    fields.map(([key, field]) => {
      const one = of[key];
      return [key, idKeys.has(key) && typeof one === "number" ? String(one) : documentOf(field, one)];
    }),
  );
}

/** The document of a command whose only result is its outcome. */
export const outcomeDocument = z.object({ id: z.string(), outcome: z.string() });

/** Fields that identify something: text also where the contract counts with numbers. */
export const idKeys: ReadonlySet<string> = new Set([
  "audience",
  "by",
  "change",
  "entry",
  "id",
  "refresh",
  "snapshot",
  "template",
  "undoOf",
  "undoneBy",
  "view",
]);

/** A sentence with its code and parameters, so that a script need not parse the text. */
function textDocument(text: CodedText): Readonly<Record<string, unknown>> {
  const params = Object.entries(text.params ?? {}).map(([name, value]) => [name, paramDocument(value)]);
  return {
    code: text.code,
    text: formatText(text),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) as unknown }),
  };
}

function paramDocument(value: TextParam): unknown {
  if (isCodedText(value)) return textDocument(value);
  return typeof value === "object" && "at" in value ? { ...value, at: new Date(value.at).toISOString() } : value;
}

/** Zod types the children of a schema by internal types only. */
export function asZodType(schema: unknown): z.ZodType {
  return schema as z.ZodType;
}

// Reads keyset-paged lists page by page.

/** A list: its pages, and what is known only after the last one. */
export interface ListPages<I> {
  readonly pages: AsyncIterable<readonly I[]> | readonly I[];
  /** Items of the whole list, if known, for the number of those printed; default: the length of an array. */
  readonly total?: (count: number) => number | undefined | Promise<number | undefined>;
  /** Further fields of the JSON document, described by the `envelope` of the command. */
  readonly rest?: () => Readonly<Record<string, unknown>>;
  /** Text below the table, for the number of rows; replaces the table where there are none. */
  readonly footer?: (count: number) => string | undefined;
}

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor?: string;
}

/** Up to `limit` items in all. */
export async function* readPages<P extends Page>(
  {
    limit,
    largestPage,
    cursor: first,
  }: { readonly limit: number; readonly largestPage: number; readonly cursor?: string },
  read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<P>,
): AsyncGenerator<P> {
  let cursor = first;
  let left = limit;
  do {
    const page = await read({ cursor, limit: Math.min(left, largestPage) });
    yield page;
    left -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && left > 0);
}

interface Paging {
  readonly limit: number;
  readonly all?: boolean;
  readonly cursor?: string;
  readonly largestPage: number;
}

/** A keyset-paged list with `nextCursor` in JSON; `rest` and `footer` get the first page, which has what belongs to the whole list. */
export function pagedList<P extends Page>(
  { limit, all, cursor, largestPage }: Paging,
  read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<P>,
  {
    total,
    rest = () => ({}),
    footer,
  }: {
    /** Asks for the number of items where the list was not read to its end. */
    readonly total?: () => Promise<number | undefined>;
    readonly rest?: (first: P) => Readonly<Record<string, unknown>>;
    readonly footer?: (count: number, hasMore: boolean, first: P | undefined) => string | undefined;
  } = {},
): ListPages<P["items"][number]> {
  let first: P | undefined;
  let nextCursor: string | undefined;
  async function* pages(): AsyncGenerator<P["items"]> {
    for await (const page of readPages(
      { limit: all === true ? Number.POSITIVE_INFINITY : limit, cursor, largestPage },
      read,
    )) {
      first ??= page;
      nextCursor = page.nextCursor;
      yield page.items;
    }
  }
  return {
    pages: pages(),
    total: (count) => (cursor === undefined && nextCursor === undefined ? count : total?.()),
    rest: () => ({ nextCursor, ...(first === undefined ? {} : rest(first)) }),
    footer: (count) => footer?.(count, nextCursor !== undefined, first),
  };
}

async function* mapPages<A, B>(pages: AsyncIterable<readonly A[]>, map: (item: A) => B): AsyncGenerator<readonly B[]> {
  for await (const page of pages) yield page.map((item) => map(item));
}

/** The number of items of a list that was read with this limit, where it was not reached. */
export function belowLimit(limit: number): (count: number) => number | undefined {
  return (count) => (count < limit ? count : undefined);
}
