/** Plans the rows of one list. */
import type { IdentifierKind } from "#contract/campaign-words.ts";
import { assertNever } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import { endsRounded, lookupForms, readIdentifier } from "../../../identifiers/identifier.ts";
import { pickValues } from "../../../texts/template.ts";
import type { CsvRow, CsvTable } from "./csv-rows.ts";
import { planLive } from "./plan-live.ts";
import type { PlanTally } from "./plan-tally.ts";
import type { CachedEndpoint, ExcludedRow, LiveLookup, PlanDeps, PlannedRow } from "./plan.ts";
import { rowOf } from "./row-place.ts";
import { judgeFound, type Candidate, type VerdictRules } from "./row-verdict.ts";
import { namesValue, suppressesValue } from "./suppression.ts";
import { columnOf } from "./table-column.ts";

export interface TableRun {
  /** Place of the step in the audience. */
  readonly source: number;
  readonly connectionId: number;
  readonly rules: VerdictRules;
  readonly tally: PlanTally;
  readonly signal: AbortSignal;
}

interface RowReader {
  readonly rules: VerdictRules;
  readonly source: number;
  readonly by: IdentifierKind;
  readonly column: number;
  /** The file's long numbers were rounded by a spreadsheet: those that end so are not what they seem. */
  readonly rounded: boolean;
}

/** Plans every row of a list; the columns' identification comes from its first batch. */
export async function planTable(
  deps: PlanDeps,
  table: CsvTable,
  by: string | undefined,
  run: TableRun,
): Promise<{
  readonly live: LiveLookup;
  readonly rows: number;
  readonly by?: IdentifierKind;
  readonly column?: string;
}> {
  const { rules, source } = run;
  const waiting: Candidate[] = [];
  let reader: RowReader | undefined;
  let name: string | undefined;
  let read = 0;
  for await (const rows of table.batches()) {
    if (run.signal.aborted) throw abortedError();
    if (reader === undefined) {
      const sample = rows.map(({ values }) => values);
      const found = columnOf(table, sample, by);
      name = found.name;
      reader = { rules, source, by: found.by, column: found.column, rounded: isRounded(found, sample) };
    }
    const { planned, unknown } = await planBatch(deps, run, reader, rows);
    for (const candidate of unknown) waiting.push(candidate);
    await run.tally.add(planned);
    read += rows.length;
    deps.onProgress?.(read);
  }
  if (reader === undefined || name === undefined) return { live: { values: 0, rows: 0, found: 0 }, rows: 0 };
  const live = await planLive(deps.directory, run.connectionId, reader.by, rules, waiting, run);
  return { live, rows: read, by: reader.by, column: name };
}

/** Plans endpoints that are given by their ids. */
export async function planIds(
  deps: PlanDeps,
  ids: AsyncIterable<readonly string[]>,
  run: TableRun,
): Promise<{ readonly live: LiveLookup; readonly rows: number }> {
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
  const live = await planLive(deps.directory, run.connectionId, "id", run.rules, waiting, run);
  return { live, rows: row };
}

async function planBatch(
  deps: PlanDeps,
  { connectionId, signal }: TableRun,
  reader: RowReader,
  rows: readonly CsvRow[],
): Promise<{ readonly planned: readonly PlannedRow[]; readonly unknown: readonly Candidate[] }> {
  const read = rows.map((row) => readRow(reader, row));
  const candidates = read.filter((row): row is Candidate => !("excluded" in row));
  const forms = new Set(candidates.flatMap(({ value }) => lookupForms(reader.by, value)));
  const found =
    forms.size === 0
      ? new Map<string, readonly CachedEndpoint[]>()
      : await deps.directory.resolve(connectionId, reader.by, [...forms], signal);
  const planned: PlannedRow[] = [];
  const unknown: Candidate[] = [];
  for (const row of read) {
    if ("excluded" in row) {
      planned.push(row);
      continue;
    }
    const endpoints = lookupForms(reader.by, row.value).flatMap((form) => found.get(form) ?? []);
    if (endpoints.length > 0) planned.push(judgeFound(reader.rules, row, endpoints));
    else unknown.push(row);
  }
  return { planned, unknown };
}

/** A row with an identifier to look for, or why there is none. */
function readRow(reader: RowReader, { row: sourceRow, values, malformed }: CsvRow): Candidate | ExcludedRow {
  const row = rowOf(reader.source, sourceRow);
  const raw = values[reader.column] ?? "";
  const given = raw.trim();
  if (malformed !== undefined) return { row, given, excluded: "malformed", detail: malformed };
  const read = readIdentifier(reader.by, raw);
  switch (read.kind) {
    case "empty":
      return { row, given, excluded: "unresolved", detail: "the identifying column is empty" };
    case "damaged":
      return { row, given, excluded: "damaged", detail: read.detail };
    case "foreign":
      return { row, given, excluded: "unresolved", detail: read.detail };
    case "value":
      return judgeValue(reader, {
        row,
        given,
        value: read.value,
        picked: pickValues(reader.rules.template, values),
      });
    default:
      return assertNever(read);
  }
}

function judgeValue(reader: RowReader, candidate: Candidate): Candidate | ExcludedRow {
  const { row, given, value } = candidate;
  const { suppression, removals = [] } = reader.rules;
  if (reader.rounded && endsRounded(value)) {
    return { row, given, excluded: "damaged", detail: "a spreadsheet has rounded the last digits away" };
  }
  const forms = lookupForms(reader.by, value);
  if (suppressesValue(suppression, forms)) return { row, given, excluded: "suppressed" };
  const removal = removals.find(({ who }) => namesValue(who, reader.by, forms));
  return removal === undefined ? candidate : { row, given, excluded: "removed", detail: removal.words };
}

/** Whether at least half of the sample's long numbers end in the zeros that a spreadsheet leaves; one alone may be true. */
function isRounded(
  found: { readonly by: IdentifierKind; readonly column: number },
  sample: readonly (readonly string[])[],
): boolean {
  if (found.by === "name") return false;
  const long = sample
    .map((values) => readIdentifier(found.by, values[found.column] ?? ""))
    .flatMap((read) => (read.kind === "value" && read.value.length >= 19 ? [read.value] : []));
  const rounded = long.filter((value) => endsRounded(value)).length;
  return rounded >= 2 && rounded * 2 >= long.length;
}
