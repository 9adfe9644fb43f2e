/**
 * Suppression lists: one identifier per line, or a CSV with a header; `#` starts a comment. Uncertain values suppress: a number
 * without a header counts as every possible kind, and identifiers without a matching endpoint are stored unchanged. A value that
 * cannot be read rejects the file.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { findColumn, listColumns } from "#shared/rules/columns.ts";
import { type CsvRow, type CsvTable, openCsv, openCsvText } from "./csv-rows.ts";
import { endpointIdentifiers, type CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import { identityKey, lookupForms, readIdentifier } from "#shared/rules/identifier.ts";
import { headerKind, type Identification, likelyColumn } from "#shared/rules/identify.ts";
import type { Meaning } from "#shared/rules/read-value.ts";
import { resolveMeanings } from "#shared/rules/resolve-meanings.ts";
import type { EndpointDirectory } from "../../fleet/index.ts";
import type { Suppression } from "./plan.ts";
import { formatText } from "#shared/texts/text.ts";
import { carriedForms, identifierKinds } from "./identifier-forms.ts";
import type { CampaignDeps } from "../campaign-deps.ts";

/** A path, or a text that describes the list. */
type FileName = string | CodedText;

/**
 * Reads a suppression file and looks up its endpoints in the cache. Throws what `openCsv` throws, `identifier-unknown` (several
 * columns, none with a known name) and `suppression-damaged` (a number that a spreadsheet has rounded).
 */
export async function loadSuppression(
  directory: EndpointDirectory,
  connectionId: number,
  file: string,
  signal: AbortSignal,
): Promise<Suppression> {
  const table = await openCsv(file, signal, { comment: "#", mayBeEmpty: true });
  return readTable(directory, connectionId, { table, where: file }, signal);
}

interface ReadOptions {
  readonly table: CsvTable;
  readonly where: FileName;
  readonly by?: string;
  readonly isExact?: boolean;
}

/**
 * The endpoints and identifiers that a table names. `where` describes the table in messages; `by` names the one column to read.
 * Otherwise every column with a known name is read, or with `isExact` one per row: the column that identifies the rows of the table,
 * where it is empty the next one. Where no cached endpoint has that identifier (its SIM was replaced, or its record has no number), the
 * unique ones of the row count as well. Throws `identifier-unknown`, `suppression-damaged`, and what reading the table throws.
 */
export async function readTable(
  directory: Pick<EndpointDirectory, "resolve">,
  connectionId: number,
  { table, where: file, by, isExact = false }: ReadOptions,
  signal: AbortSignal,
): Promise<Suppression & NamedByList> {
  const kinds = by === undefined ? kindsByColumn(table, file) : kindsOfColumn(table, by, file);
  const detected = isExact && by === undefined && table.columns.length > 1 ? await detectColumn(table) : undefined;
  const kindsOf = (row: CsvRow): ColumnKinds => (detected === undefined ? kinds : kindsOfRow(table, detected, row));
  const uniqueKinds = kinds.map((column) => column.filter((kind) => isUnique({ kind })));
  const endpointIds = new Set<string>();
  const values = new Set<string>();
  const identifiers = new Map(identifierKinds.map((kind) => [kind, new Set<string>()]));
  const take = async (rows: readonly CsvRow[]): Promise<void> => {
    const own = rows.map((row) => readEntries(row, kindsOf(row), file));
    const endpointsOf = await resolveEntries(directory, connectionId, own.flat(), signal);
    const others =
      detected === undefined
        ? []
        : rows.flatMap((row, index) =>
            own[index]?.some((entry) => endpointsOf(entry).length > 0) === true
              ? []
              : readEntries(row, uniqueKinds, file).filter(isUnique),
          );
    const endpointsOfOthers = await resolveEntries(directory, connectionId, others, signal);
    const entries = [...own.flat(), ...others];
    for (const { kind, value } of entries) {
      for (const form of lookupForms(kind, value)) identifiers.get(kind)?.add(form.toLowerCase());
    }
    for (const form of entries.flatMap(suppressedForms)) values.add(form);
    const endpoints = [...own.flat().flatMap(endpointsOf), ...others.flatMap(endpointsOfOthers)];
    for (const { id } of endpoints) endpointIds.add(id);
  };
  // A list without a header starts with its first identifier; reading a header as one is harmless.
  if (table.columns.length === 1 && table.headless !== true) await take([{ row: 1, values: table.columns }]);
  for await (const rows of table.batches()) await take(rows);
  return { endpointIds, values, identifiers };
}

/**
 * Like `readTable` for individual values. Throws `suppression-damaged` with the value in its details; values without a cached match
 * are kept unchanged.
 */
export async function readSuppressed(
  directory: Pick<EndpointDirectory, "resolve">,
  connectionId: number,
  inputs: readonly string[],
  signal: AbortSignal,
): Promise<Suppression> {
  const entries = inputs.flatMap((value) => readAs(value, identifierKinds, () => damagedValue(value)));
  const values = new Set(entries.flatMap(suppressedForms));
  const endpointsOf = await resolveEntries(directory, connectionId, entries, signal);
  return { endpointIds: new Set(entries.flatMap(endpointsOf).map(({ id }) => id)), values };
}

/** In lower case; of an IMEI also the digits that a new software version leaves unchanged. */
function suppressedForms({ kind, value }: Meaning): readonly string[] {
  return [...lookupForms(kind, value), identityKey(kind, value)].map((form) => form.toLowerCase());
}

/** Merges lists; undefined when there are none. */
export function joinSuppressions(lists: readonly (Suppression | undefined)[]): Suppression | undefined {
  const present = lists.filter((list) => list !== undefined);
  if (present.length < 2) return present[0];
  return {
    endpointIds: new Set(present.flatMap(({ endpointIds }) => [...endpointIds])),
    values: new Set(present.flatMap(({ values }) => [...values])),
  };
}

/** Whether an identifier of a row is itself on the list. */
export function suppressesValue(suppression: Suppression | undefined, forms: readonly string[]): boolean {
  return suppression !== undefined && forms.some((form) => suppression.values.has(form.toLowerCase()));
}

/** Whether an endpoint is on the list, by its id or by any of its identifiers. */
export function suppressesEndpoint(suppression: Suppression | undefined, endpoint: CachedEndpoint): boolean {
  if (suppression === undefined) return false;
  if (suppression.endpointIds.has(endpoint.id)) return true;
  return suppressesValue(suppression, [endpoint.id, ...carriedForms(endpoint)]);
}

/**
 * Endpoints named by a list that must be exact, neither too wide nor too narrow: identifiers count only as the kind they were given
 * as.
 */
export interface NamedByList {
  readonly endpointIds: ReadonlySet<string>;
  readonly identifiers: ReadonlyMap<IdentifierKind, ReadonlySet<string>>;
}

/** Whether a list contains one of these forms of an identifier. */
export function namesValue({ identifiers }: NamedByList, by: IdentifierKind, forms: readonly string[]): boolean {
  const values = identifiers.get(by);
  return values !== undefined && forms.some((form) => values.has(form.toLowerCase()));
}

/** Whether a list names an endpoint, by its id or by any of its identifiers. */
export function namesEndpoint(list: NamedByList, endpoint: CachedEndpoint): boolean {
  if (list.endpointIds.has(endpoint.id) || namesValue(list, "id", [endpoint.id])) return true;
  return endpointIdentifiers(endpoint).some(({ by, value }) => namesValue(list, by, [value]));
}

/** Identifier kinds per column; empty for a column without identifiers. */
type ColumnKinds = readonly (readonly IdentifierKind[])[];

async function detectColumn(table: CsvTable): Promise<Identification | undefined> {
  for await (const rows of table.batches()) {
    return likelyColumn(
      table.columns,
      rows.map(({ values }) => values),
    );
  }
  return undefined;
}

/**
 * One identifier of a row: an endpoint shares its name, or a number of another system, with others. Where the detected column has none, as
 * with "n/a", the next one that has.
 */
function kindsOfRow({ columns }: CsvTable, detected: Identification, { values }: CsvRow): ColumnKinds {
  const isEmpty = (column: number): boolean => (values[column] ?? "").trim() === "";
  const isUsable =
    !isEmpty(detected.column) && readIdentifier(detected.by, values[detected.column] ?? "").kind !== "foreign";
  const own = isUsable
    ? detected
    : (likelyColumn(
        columns.map((name, column) => (isEmpty(column) || column === detected.column ? "" : name)),
        [values],
      ) ?? detected);
  return columns.map((_, column) => (column === own?.column ? [own.by] : []));
}

function kindsByColumn(table: CsvTable, file: FileName): ColumnKinds {
  const kinds = table.columns.map((column) => headerKind(column));
  if (kinds.every((kind) => kind === undefined)) {
    if (table.columns.length === 1) return [identifierKinds];
    throw new AppError(
      "identifier-unknown",
      codedText("identifier-column-missing", { file, columns: listColumns(table.columns) }),
    );
  }
  return kinds.map((kind) => (kind === undefined ? [] : [kind]));
}

/** Any kind, in the named column only. */
function kindsOfColumn(table: CsvTable, by: string, file: FileName): ColumnKinds {
  const columnIndex = findColumn(table.columns, by);
  if (columnIndex === undefined) {
    throw new AppError(
      "column-unknown",
      codedText("identifier-column-unknown", { column: by, file, columns: listColumns(table.columns) }),
    );
  }
  return table.columns.map((_, column) => (column === columnIndex ? identifierKinds : []));
}

/** The identifiers of a row. Throws `csv-malformed` or `suppression-damaged` with the row number. */
function readEntries(row: CsvRow, kinds: ColumnKinds, file: FileName): Meaning[] {
  if (row.malformed !== undefined) {
    throw new AppError(
      "csv-malformed",
      codedText("list-row-unreadable", { row: row.row, file, problem: row.malformed }),
    );
  }
  return row.values.flatMap((value, column) => {
    const columnKinds = kinds[column] ?? [];
    if (columnKinds.length === 0 || value.trim() === "") return [];
    const damaged = (problem: CodedText): AppError =>
      new AppError("suppression-damaged", codedText("list-row-unusable", { row: row.row, file, problem }));
    const entries = readAs(value, columnKinds, damaged);
    return entries.length > 0 ? entries : readAs(value, identifierKinds, damaged);
  });
}

function damagedValue(value: string): AppError {
  const text = codedText("suppression-value-rounded", { value: value.trim() });
  return new AppError("suppression-damaged", text, { details: { value } });
}

function readAs(value: string, kinds: readonly IdentifierKind[], damaged: (problem: CodedText) => AppError): Meaning[] {
  return kinds.flatMap((kind) => {
    const read = readIdentifier(kind, value);
    if (read.kind === "damaged") throw damaged(codedText("as-clause", { detail: read.detail }));
    return read.kind === "value" ? [{ kind, value: read.value }] : [];
  });
}

/** Names, and ids of another system, are shared by several endpoints. */
function isUnique({ kind }: Pick<Meaning, "kind">): boolean {
  return kind !== "id" && kind !== "name";
}

/** Looks entries up in the cache. Matches every endpoint that may be meant. */
function resolveEntries(
  directory: Pick<EndpointDirectory, "resolve">,
  connectionId: number,
  entries: readonly Meaning[],
  signal: AbortSignal,
): ReturnType<typeof resolveMeanings> {
  return resolveMeanings(entries, (kind, forms) => directory.resolve(connectionId, kind, forms, signal, "any"));
}

// Parses a text or a file that an operator adds to the suppression list, like a suppression file (columns by name, detected delimiter,
// `#` starts a comment); each value is stored as it was written.

export interface SuppressionInput {
  readonly value: string;
  /** Row in the text; undefined for an individual value. */
  readonly row?: number;
}

/**
 * The identifiers of a text; `name` appears in messages. Throws `suppression-empty`, `suppression-damaged`, `identifier-unknown`
 * (several columns, none with a known name) and `csv-malformed`, with the row.
 */
export async function valuesOfText(
  name: string | CodedText,
  text: string,
  signal: AbortSignal,
): Promise<readonly SuppressionInput[]> {
  if (text.replaceAll(/^\s*#.*$/gmu, "").trim() === "") throw emptyListError(name);
  const table = await openCsvText(typeof name === "string" ? name : formatText(name), text, signal, {
    comment: "#",
    mayBeEmpty: true,
  });
  const rows: CsvRow[] = [];
  for await (const batch of table.batches()) rows.push(...batch);
  // A single line without a known column name contains several values.
  const [only] = rows.length === 0 && table.columns.length > 1 ? [table.columns] : [];
  const kinds: ColumnKinds =
    only !== undefined && !hasIdentifierColumn(only) ? only.map(() => identifierKinds) : kindsByColumn(table, name);
  const all = only !== undefined && !hasIdentifierColumn(only) ? [{ row: 1, values: only }] : rows;
  const entries = all.flatMap((row) => {
    readEntries(row, kinds, name);
    return row.values.flatMap((value, column) =>
      (kinds[column] ?? []).length === 0 || value.trim() === "" ? [] : [{ value: value.trim(), row: row.row }],
    );
  });
  if (entries.length === 0) throw emptyListError(name);
  return entries;
}

function hasIdentifierColumn(columns: readonly string[]): boolean {
  return columns.some((column) => headerKind(column) !== undefined);
}

function emptyListError(name: string | CodedText): AppError {
  return new AppError("suppression-empty", codedText("suppression-empty", { name }));
}

/** Cached endpoints that each value matches; empty for a value without a match. */
export async function resolveValues(
  directory: Pick<EndpointDirectory, "resolve">,
  connection: number,
  values: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const entriesByValue = new Map(
    values.map((source) => [
      source,
      identifierKinds.flatMap((kind) => {
        const read = readIdentifier(kind, source);
        return read.kind === "value" ? [{ kind, value: read.value }] : [];
      }),
    ]),
  );
  const endpointsOf = await resolveEntries(directory, connection, [...entriesByValue.values()].flat(), signal);
  return new Map(
    [...entriesByValue].map(([value, own]) => [value, new Set(own.flatMap(endpointsOf).map(({ id }) => id))]),
  );
}

/** Throws `suppression-damaged` for a value that matches nothing and looks like a whole line of a table. */
export function rejectUnsplit(
  inputs: readonly SuppressionInput[],
  endpointsByValue: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const { value, row } of inputs) {
    if ((endpointsByValue.get(value)?.size ?? 0) > 0 || !isUnsplit(value)) continue;
    const problem =
      row === undefined
        ? codedText("suppression-value-unsplit", { value })
        : codedText("suppression-row-unsplit", { row, value });
    throw new AppError("suppression-damaged", problem, { details: { value, ...(row === undefined ? {} : { row }) } });
  }
}

/** A name may contain a comma; a line of a table also contains a number. */
function isUnsplit(value: string): boolean {
  if (/[;\t\r\n]/.test(value)) return true;
  const fragments = value.split(",");
  return fragments.length > 1 && fragments.some((part) => /^\s*"?\+?\d{5,}"?\s*$/.test(part));
}

// Stores which endpoints the suppression list has matched (pins): an entry by a name, or by a number of a SIM, keeps protecting its
// device after the device is renamed or gets another SIM. Entries are matched when they are added, after endpoints were synced, and
// whenever the list is applied; removing an entry removes its pins.

type Deps = Pick<CampaignDeps, "store" | "clock" | "directory" | "names">;

/** Stores the endpoints that values of the list match now. */
export async function pinEndpoints(
  { store, clock, names }: Pick<Deps, "store" | "clock" | "names">,
  connection: number,
  endpointsByValue: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const pairs = [...endpointsByValue].flatMap(([value, ids]) => [...ids].map((endpoint) => ({ value, endpoint })));
  if (pairs.length === 0) return;
  const called = await names.of(connection, [...new Set(pairs.map(({ endpoint }) => endpoint))]);
  const pins = pairs.map((pair) => ({ ...pair, name: called.get(pair.endpoint) }));
  await store.pinSuppressed({ connection, pins, now: clock.now() });
}

/** The values of the list, and the ids of all endpoints that they match or have matched. */
export async function suppressionListValues(
  deps: Deps,
  connection: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const values = await deps.store.suppressedValues(connection);
  if (values.length === 0) return [];
  await pinEndpoints(deps, connection, await resolveValues(deps.directory, connection, values, signal));
  return [...new Set([...values, ...(await deps.store.listPins(connection)).map(({ endpoint }) => endpoint)])];
}
