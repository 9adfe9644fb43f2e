/** Plans the rows of a recipients' file. */
import type { IdentifierKind } from "#contract/campaign-words.ts";
import { assertNever } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import { openCsv, type CsvRow } from "./csv-rows.ts";
import { endsRounded, lookupForms, readIdentifier } from "../../../identifiers/identifier.ts";
import { identifyColumn } from "../../../identifiers/identify.ts";
import { planLive } from "./plan-live.ts";
import type { PlanTally } from "./plan-tally.ts";
import type { CachedEndpoint, ExcludedRow, LiveLookup, PlanDeps, PlannedRow, Suppression } from "./plan.ts";
import { judgeFound, type Candidate, type VerdictRules } from "./row-verdict.ts";
import { suppressesValue } from "./suppression.ts";
import { compileTemplate, pickValues } from "../../../texts/template.ts";

export interface CsvPlanRequest {
  readonly connectionId: number;
  readonly text: string;
  readonly audience: { readonly file: string; readonly by?: string | undefined };
}

export interface PlanRun {
  readonly suppression: Suppression | undefined;
  readonly tally: PlanTally;
  readonly signal: AbortSignal;
}

interface RowReader extends VerdictRules {
  readonly by: IdentifierKind;
  readonly column: number;
  /** The file's long numbers were rounded by a spreadsheet: those that end so are not what they seem. */
  readonly rounded: boolean;
}

/** Plans every row of a file; the columns' identification comes from its first batch. */
export async function planCsv(
  deps: PlanDeps,
  request: CsvPlanRequest,
  run: PlanRun,
): Promise<{ readonly live: LiveLookup; readonly by?: IdentifierKind; readonly column?: string }> {
  const table = await openCsv(request.audience.file, run.signal);
  const template = compileTemplate(request.text, table.columns);
  const waiting: Candidate[] = [];
  let reader: RowReader | undefined;
  let name: string | undefined;
  let read = 0;
  for await (const rows of table.batches()) {
    if (run.signal.aborted) throw abortedError();
    if (reader === undefined) {
      const sample = rows.map(({ values }) => values);
      const found = identifyColumn(table.columns, sample, request.audience.by);
      name = found.name;
      const rules = { template, suppression: run.suppression, found: run.tally.found };
      reader = { ...found, ...rules, rounded: isRounded(found, sample) };
    }
    const { planned, unknown } = await planBatch(deps, request.connectionId, reader, rows, run.signal);
    for (const candidate of unknown) waiting.push(candidate);
    await run.tally.add(planned);
    read += rows.length;
    deps.onProgress?.(read);
  }
  if (reader === undefined || name === undefined) return { live: { values: 0, found: 0 } };
  const live = await planLive(deps.directory, request.connectionId, reader.by, reader, waiting, run);
  return { live, by: reader.by, column: name };
}

async function planBatch(
  deps: PlanDeps,
  connectionId: number,
  reader: RowReader,
  rows: readonly CsvRow[],
  signal: AbortSignal,
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
    if (endpoints.length > 0) planned.push(judgeFound(reader, row, endpoints));
    else unknown.push(row);
  }
  return { planned, unknown };
}

/** A row with an identifier to look for, or why there is none. */
function readRow(reader: RowReader, { row, values, malformed }: CsvRow): Candidate | ExcludedRow {
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
      return judgeValue(reader, { row, given, value: read.value, picked: pickValues(reader.template, values) });
    default:
      return assertNever(read);
  }
}

function judgeValue(reader: RowReader, candidate: Candidate): Candidate | ExcludedRow {
  const { row, given, value } = candidate;
  if (reader.rounded && endsRounded(value)) {
    return { row, given, excluded: "damaged", detail: "a spreadsheet has rounded the last digits away" };
  }
  if (suppressesValue(reader.suppression, lookupForms(reader.by, value))) return { row, given, excluded: "suppressed" };
  return candidate;
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
