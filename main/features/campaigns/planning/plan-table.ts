/** Plans the rows of one list. */
import { type CachedEndpoint, endpointStatus } from "#shared/rules/endpoint-fields.ts";
import type { EndpointDirectory } from "../../fleet/index.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError, assertNever, textOf } from "#shared/failure.ts";
import { abortedError } from "../../../core/wait.ts";
import { endsRounded, lookupForms, readIdentifier } from "#shared/rules/identifier.ts";
import { faultOf, isRoundedList, type Meaning, readValue } from "#shared/rules/read-value.ts";
import { distinctEndpoints, resolveMeanings, singleEndpoint } from "#shared/rules/resolve-meanings.ts";
import { type CompiledTemplate, pickValues, renderTemplate } from "#shared/rules/template.ts";
import type { CsvRow, CsvTable } from "./csv-rows.ts";
import type { ExcludedRow, LiveLookup, PlanDeps, PlannedRow, PlanTally, Suppression } from "./plan.ts";
import { type NamedByList, namesEndpoint, namesValue, suppressesEndpoint, suppressesValue } from "./suppression.ts";
import { carriedForms } from "./identifier-forms.ts";
import { findColumn } from "#shared/rules/columns.ts";
import { type Identification, identifyColumn, likelyColumn } from "#shared/rules/identify.ts";
import { countSegments } from "#shared/rules/segments.ts";
import { isConnectivityError } from "../watching/read-list.ts";

export interface TableRun {
  /** Index of the step in the audience. */
  readonly source: number;
  readonly connectionId: number;
  readonly rules: VerdictRules;
  readonly tally: PlanTally;
  readonly signal: AbortSignal;
}

interface RowReader {
  readonly rules: VerdictRules;
  readonly source: number;
  readonly column: number;
  /** Undefined: the kind is determined row by row. */
  readonly by: IdentifierKind | undefined;
  /** A spreadsheet rounded the file's long numbers, so those that end in zeros are unreliable. */
  readonly rounded: boolean;
}

interface PlannedTable {
  readonly live: LiveLookup;
  readonly rows: number;
  readonly by?: IdentifierKind;
  readonly column?: string;
}

/** Plans every row of a list; its first batch determines how rows name recipients. */
export async function planTable(
  deps: PlanDeps,
  table: CsvTable,
  by: string | undefined,
  run: TableRun,
): Promise<PlannedTable> {
  const { rules, source } = run;
  const waiting: Candidate[] = [];
  let reader: RowReader | undefined;
  let reading: RowReading | undefined;
  let read = 0;
  for await (const rows of table.batches()) {
    if (run.signal.aborted) throw abortedError();
    if (reader === undefined) {
      const sample = rows.map(({ values }) => values);
      reading = readingOf(table, sample, by);
      reader = { rules, source, by: reading.by, column: reading.column, rounded: isRounded(reading, sample) };
    }
    const { planned, unknown } = await planBatch(deps, run, reader, rows);
    for (const candidate of unknown) waiting.push(candidate);
    await run.tally.add(planned);
    read += rows.length;
    deps.onProgress?.(read);
  }
  const live = await planLive(deps.directory, run.connectionId, rules, waiting, run);
  return {
    live,
    rows: read,
    by: reading?.by,
    column: reading?.name,
  };
}

/** Plans endpoints given by their ids. */
export async function planIds(
  deps: PlanDeps,
  ids: AsyncIterable<readonly string[]>,
  run: TableRun,
): Promise<PlannedTable> {
  const reader: RowReader = { rules: run.rules, source: run.source, by: "id", column: 0, rounded: false };
  const waiting: Candidate[] = [];
  let row = 0;
  for await (const batch of ids) {
    if (run.signal.aborted) throw abortedError();
    const rows = batch.map((id): CsvRow => ({ row: (row += 1), values: [id] }));
    const { planned, unknown } = await planBatch(deps, run, reader, rows);
    for (const candidate of unknown) waiting.push(candidate);
    await run.tally.add(planned);
    deps.onProgress?.(row);
  }
  return { live: await planLive(deps.directory, run.connectionId, run.rules, waiting, run), rows: row };
}

async function planBatch(
  deps: PlanDeps,
  { connectionId, signal }: TableRun,
  reader: RowReader,
  rows: readonly CsvRow[],
): Promise<{ readonly planned: readonly PlannedRow[]; readonly unknown: readonly Candidate[] }> {
  const read = rows.map((row) => readRow(reader, row));
  const meanings = read.flatMap((row) => ("excluded" in row ? [] : row.meanings));
  const endpointsOf = await resolveMeanings(meanings, (kind, forms) =>
    deps.directory.resolve(connectionId, kind, forms, signal),
  );
  const planned: PlannedRow[] = [];
  const unknown: Candidate[] = [];
  for (const row of read) {
    if ("excluded" in row) {
      planned.push(row);
      continue;
    }
    const endpoints = row.meanings.flatMap(endpointsOf);
    if (endpoints.length > 0) planned.push(classifyMatch(reader.rules, row, endpoints));
    else unknown.push(row);
  }
  return { planned, unknown };
}

/** A row with an identifier to look up, or the reason why it has none. */
function readRow(reader: RowReader, { row: sourceRow, values, malformed }: CsvRow): Candidate | ExcludedRow {
  const row = rowOf(reader.source, sourceRow);
  const raw = values[reader.column] ?? "";
  const identifier = raw.trim();
  if (malformed !== undefined) return { row, identifier, excluded: "malformed", detail: malformed };
  const read = reader.by === undefined ? readByShape(raw) : readAsKind(reader.by, raw);
  if ("excluded" in read) return { row, identifier, ...read };
  return classifyValue(reader, { row, identifier, ...read, picked: pickValues(reader.rules.template, values) });
}

type Read = { readonly meanings: readonly Meaning[] } | Pick<ExcludedRow, "excluded" | "detail">;

function readByShape(raw: string): Read {
  const read = readValue(raw, undefined);
  if ("meanings" in read) return read;
  const detail = codedText("as-clause", { detail: read.detail });
  return { excluded: read.verdict === "damaged" ? "damaged" : "unresolved", detail };
}

function readAsKind(by: IdentifierKind, raw: string): Read {
  const read = readIdentifier(by, raw);
  switch (read.kind) {
    case "empty":
      return { excluded: "unresolved", detail: codedText("identifier-empty") };
    case "damaged":
      return { excluded: "damaged", detail: codedText("as-clause", { detail: read.detail }) };
    case "foreign":
      return { excluded: "unresolved", detail: codedText("as-clause", { detail: read.detail }) };
    case "value":
      return { meanings: [{ kind: by, value: read.value }] };
    default:
      return assertNever(read);
  }
}

function classifyValue(reader: RowReader, candidate: Candidate): Candidate | ExcludedRow {
  const { row, identifier, meanings } = candidate;
  const { suppression, removals = [] } = reader.rules;
  if (reader.rounded && meanings.some(({ value }) => endsRounded(value))) {
    return { row, identifier, excluded: "damaged", detail: codedText("digits-rounded") };
  }
  const forms = meanings.flatMap(({ kind, value }) => lookupForms(kind, value));
  if (suppressesValue(suppression, forms)) return { row, identifier, excluded: "suppressed" };
  const removal = removals.find(({ named }) => isNamedFor(named, meanings));
  return removal === undefined ? candidate : { row, identifier, excluded: "removed", detail: removal.label };
}

/**
 * A number of several possible kinds is removed only if it is named as all of them; once its endpoint is matched, the endpoint
 * decides.
 */
function isNamedFor(named: NamedByList, meanings: readonly Meaning[]): boolean {
  return meanings.every(({ kind, value }) => namesValue(named, kind, lookupForms(kind, value)));
}

/** Whether at least half of the sample's long numbers end in the zeros of a spreadsheet's rounding; a single one may be correct. */
function isRounded({ by, column }: RowReading, sample: readonly (readonly string[])[]): boolean {
  return by !== "name" && isRoundedList(sample.map((values) => readValue(values[column] ?? "", by)));
}

// Plans rows whose identifiers are not cached, with one service look-up for all of them.

const rowsPerWrite = 1000;

/** Looks up every identifier that a waiting row may have, once per kind, and writes the verdicts in row order. */
async function planLive(
  directory: EndpointDirectory,
  connectionId: number,
  rules: VerdictRules,
  waiting: readonly Candidate[],
  run: { readonly tally: PlanTally; readonly signal: AbortSignal },
): Promise<LiveLookup> {
  if (waiting.length === 0) return { values: 0, rows: 0, matched: 0 };
  const formsByKind = groupByForm(waiting);
  const answers = new Map<string, readonly CachedEndpoint[]>();
  let failure: CodedText | undefined;
  for (const [by, forms] of formsByKind) {
    try {
      for await (const answer of directory.resolveLive(connectionId, by, [...forms], run.signal)) {
        for (const [form, endpoints] of answer) answers.set(keyOf(by, form), endpoints);
      }
      // A value without an answer matches no endpoint.
      for (const form of forms) if (!answers.has(keyOf(by, form))) answers.set(keyOf(by, form), []);
    } catch (error) {
      if (run.signal.aborted) throw abortedError();
      if (!(error instanceof AppError)) throw error;
      failure ??= textOf(error); // planning succeeds without the service; the rows say that they were not looked up
      if (isConnectivityError(error)) break;
    }
  }
  await writeVerdicts(waiting, run, (candidate) => {
    const own = candidate.meanings.map((meaning) => answers.get(keyOf(meaning.kind, liveForm(meaning))));
    // While one of its kinds was not looked up, another endpoint may match as a number of that kind.
    if (own.includes(undefined)) return classifyMissing(candidate, failure);
    const endpoints = own.flatMap((some) => some ?? []);
    if (endpoints.length === 0) return classifyMissing(candidate, undefined);
    return withIdentifiers(classifyMatch(rules, candidate, endpoints), endpoints);
  });
  const values = [...formsByKind.values()].reduce((sum, forms) => sum + forms.size, 0);
  const matched = [...answers.values()].filter((endpoints) => endpoints.length > 0).length;
  return { values, rows: waiting.length, matched, failure };
}

/** Stored because these identifiers are not in the cache later. */
function withIdentifiers(row: PlannedRow, endpoints: readonly CachedEndpoint[]): PlannedRow {
  const endpoint = endpoints.find(({ id }) => id === row.endpointId);
  if (row.excluded !== undefined || endpoint === undefined) return row;
  return { ...row, identifiers: carriedForms(endpoint) };
}

async function writeVerdicts(
  waiting: readonly Candidate[],
  run: { readonly tally: PlanTally; readonly signal: AbortSignal },
  verdict: (candidate: Candidate) => PlannedRow,
): Promise<void> {
  for (let from = 0; from < waiting.length; from += rowsPerWrite) {
    if (run.signal.aborted) throw abortedError();
    await run.tally.add(waiting.slice(from, from + rowsPerWrite).map(verdict));
  }
}

function groupByForm(waiting: readonly Candidate[]): ReadonlyMap<IdentifierKind, ReadonlySet<string>> {
  const groups = new Map<IdentifierKind, Set<string>>();
  for (const meaning of waiting.flatMap(({ meanings }) => meanings)) {
    const forms = groups.get(meaning.kind) ?? new Set();
    groups.set(meaning.kind, forms.add(liveForm(meaning)));
  }
  return groups;
}

/** The form for the service look-up: the shortest, because the service matches identifiers by prefix. */
function liveForm({ kind, value }: Meaning): string {
  return lookupForms(kind, value).at(-1) ?? value;
}

function keyOf(by: IdentifierKind, form: string): string {
  return `${by} ${form}`;
}

// Row number of a recipient within its campaign, composed of the audience step and the row in its source. Rows of the first step
// keep their numbers, so a campaign from one list is numbered like its spreadsheet.

/** Upper limit, exclusive, of the row numbers of a step. */
const rowsPerSource = 10_000_000;

/** Throws `list-too-long` for a row beyond the limit. */
export function rowOf(source: number, sourceRow: number): number {
  if (sourceRow >= rowsPerSource) {
    throw new AppError("list-too-long", codedText("list-rows-limit", { limit: rowsPerSource - 1 }));
  }
  return source * rowsPerSource + sourceRow;
}

export function placeOf(row: number): { readonly source: number; readonly sourceRow: number } {
  return { source: Math.floor(row / rowsPerSource), sourceRow: row % rowsPerSource };
}

// Determines how the rows of a list name their recipients: by one column of a kind, or row by row without a header.

type Sample = readonly (readonly string[])[];

interface RowReading {
  readonly column: number;
  /** Undefined: each value is read as every kind that its format allows. */
  readonly by: IdentifierKind | undefined;
  /** Name of the column; undefined where the list has no header. */
  readonly name: string | undefined;
}

/** Throws `column-unknown`, `column-ambiguous` or `identifier-unknown` for a table with a header that identifies no recipients. */
function readingOf(table: CsvTable, sample: Sample, requestedColumn: string | undefined): RowReading {
  // The column name of a list without a header is generated, so it says nothing about the values.
  const isOurs = requestedColumn === undefined || findColumn(table.columns, requestedColumn) !== undefined;
  if (table.headless === true && isOurs) return { column: 0, by: undefined, name: undefined };
  return identifyColumn(table.columns, sample, requestedColumn);
}

/** The detected column; undefined where there is none, or where each row is read individually. */
export function likelyColumnOf(table: CsvTable, sample: Sample): Identification | undefined {
  return table.headless === true ? undefined : likelyColumn(table.columns, sample);
}

// Decides about one row from its matching endpoints. Pure.

/** A row with a readable identifier; `picked` are the values that its text needs. */
interface Candidate {
  readonly row: number;
  readonly identifier: string;
  /** Possible readings of the identifier, at least one; several where no column specifies the kind. */
  readonly meanings: readonly Meaning[];
  readonly picked: readonly string[];
}

interface VerdictRules {
  readonly template: CompiledTemplate;
  readonly maxSegments: number;
  readonly suppression: Suppression | undefined;
  /** Removals by later steps of the audience. */
  readonly removals?: readonly Removal[];
  /** Called with the endpoint of every row that may be sent to. */
  readonly onMatch?: (row: number, endpoint: CachedEndpoint) => void;
}

/** One step that removes: the endpoints it names, and a label for the step. */
export interface Removal {
  readonly named: NamedByList;
  /** "step 2: the audience North". */
  readonly label: CodedText;
}

/** The planned row for the endpoints that match a candidate; there is at least one. */
export function classifyMatch(
  rules: VerdictRules,
  candidate: Candidate,
  endpoints: readonly CachedEndpoint[],
): PlannedRow {
  const { row, identifier } = candidate;
  const endpoint = singleEndpoint(endpoints);
  if (endpoint === undefined) {
    const ids = distinctEndpoints(endpoints).map(({ id }) => id);
    return {
      row,
      identifier,
      excluded: "ambiguous",
      detail: codedText("names-several", { endpoints: ids.length, ids: ids.slice(0, 5).join(", ") }),
    };
  }
  const about = { row, identifier: identifier, endpointId: endpoint.id };
  const status = endpointStatus(endpoint);
  if (status === "deleted" || status === "disabled") return { ...about, excluded: status };
  if (suppressesEndpoint(rules.suppression, endpoint)) return { ...about, excluded: "suppressed" };
  const removal = rules.removals?.find(({ named }) => namesEndpoint(named, endpoint));
  if (removal !== undefined) return { ...about, excluded: "removed", detail: removal.label };
  const rendered = renderTemplate(rules.template, candidate.picked, endpoint);
  if (rendered.kind === "missing")
    return {
      ...about,
      excluded: "missing-variable",
      detail: codedText("missing-variable", { variable: rendered.variable }),
    };
  const { segments, segmentsExact } = countSegments(rendered.text);
  if (segments > rules.maxSegments) {
    const code = segmentsExact ? "too-long" : "too-long-up-to";
    return { ...about, excluded: "text-too-long", detail: codedText(code, { segments, limit: rules.maxSegments }) };
  }
  rules.onMatch?.(row, endpoint);
  return { ...about, text: rendered.text, segments };
}

/** The planned row of a candidate without a match; `lookupFailure` is the reason where it was not looked up. */
function classifyMissing({ row, identifier, meanings }: Candidate, lookupFailure: CodedText | undefined): ExcludedRow {
  if (faultOf(meanings)?.verdict === "bad-check-digit") {
    return { row, identifier, excluded: "check-digit", detail: codedText("check-digit-wrong") };
  }
  const detail =
    lookupFailure === undefined
      ? codedText("endpoint-not-found")
      : codedText("endpoint-not-looked-up", { failure: lookupFailure });
  const rounded = meanings.some(({ value }) => endsRounded(value));
  return { row, identifier, excluded: "unresolved", detail: rounded ? codedText("ends-rounded", { detail }) : detail };
}
