/**
 * Combines an audience, a text and a suppression list into frozen rows.
 * The steps of an audience are applied in order; each row of a step that adds becomes a planned row: included, or excluded with its
 * reason.
 * Rows are planned in the order of their list, in batches. Rows that are not cached wait (as short texts) until the list has been
 * read; then the service is called once for all of them. Of two rows with the same endpoint the first wins, among cached rows and
 * among looked-up rows; a cached row wins over a looked-up one of the same list.
 * A recipient removed by a later step is excluded ("removed"), unless a step after that adds it again.
 */
import { undecidedText } from "#shared/records/contact.ts";
import type { EndpointDirectory } from "../../fleet/index.ts";
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { abortedError, throwIfStopped } from "../../../core/wait.ts";
import { braceWarning } from "#shared/rules/brace-warning.ts";
import { mostSegments } from "#shared/rules/segments.ts";
import { compileTemplate } from "#shared/rules/template.ts";
import type { CsvTable } from "./csv-rows.ts";
import { classifyMatch, planIds, planTable, type Removal, rowOf, type TableRun } from "./plan-table.ts";
import {
  type AudienceStep,
  createPlanTally,
  type LiveLookup,
  type PlanDeps,
  type PlanRequest,
  type PlanResult,
  type Suppression,
} from "./plan.ts";
import { readSourceAddress } from "./identifier-forms.ts";
import { joinSuppressions, loadSuppression, type NamedByList, readSuppressed, readTable } from "./suppression.ts";
import { readIdentifier } from "#shared/rules/identifier.ts";

type Planned = Pick<PlanResult, "by" | "column"> & {
  readonly live: LiveLookup;
  readonly rows: number;
  readonly notes?: readonly CodedText[];
};

/**
 * Plans a campaign's audience into `deps.writer`. Nothing is sent; the service is called only for identifiers that are not cached,
 * and a plan succeeds without it.
 * Throws `AppError`: `source-address-invalid`, `text-empty`, `template-malformed`, `variable-unknown`, the codes of `openCsv`,
 * `identifyColumn` and `loadSuppression`, `audience-empty` (no endpoint matches), `never-synchronised` (a filter without a cache,
 * also one that removes), `list-too-long`, and the fleet's codes for an invalid filter. Rows written before a failure are discarded
 * by the writer's owner.
 */
export async function planAudience(deps: PlanDeps, request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
  const from = readSourceAddress(request.from);
  const { connectionId, audience, bindings, maxSegments = mostSegments } = request;
  const suppression = await readSuppression(deps.directory, request, signal);
  const { removals, notes: unseen } = await readRemovals(deps.directory, connectionId, audience, signal);
  const tables = await openTables(audience, signal);
  const columns = [...new Set([...tables.values()].flatMap((table) => table.columns).filter((name) => name !== ""))];
  const tally = createPlanTally(deps.writer, deps.onIncluded);
  const steps: Planned[] = [];
  const liveMatches = new Map<number, number>();
  for (const [source, step] of audience.entries()) {
    if (step.op === "remove") continue;
    const own = tables.get(source)?.columns ?? [];
    const template = compileTemplate(request.text, own, { bindings, columns });
    const rules = { template, maxSegments, suppression, removals: removals[source], onMatch: tally.onMatch };
    const planned = await planStep(countingOn(deps, steps), step, tables.get(source), {
      source,
      connectionId,
      rules,
      tally,
      signal,
    });
    steps.push(planned);
    liveMatches.set(source, planned.live.matched);
  }
  if (steps.every(({ rows }) => rows === 0)) throw emptyAudienceError(audience, steps);
  const first = steps.find(({ by }) => by !== undefined);
  const unfiltered = unfilteredNote(audience, liveMatches);
  const braces = braceWarning(request.text);
  const all = [...steps.flatMap(({ notes = [] }) => notes), ...unseen, unfiltered, braces].filter(
    (note) => note !== undefined,
  );
  const notes = [...new Map(all.map((note) => [encodeText(note), note])).values()];
  return {
    ...tally.totals(),
    from,
    columns,
    live: allLive(steps),
    by: first?.by,
    column: first?.column,
    notes,
    suppression,
  };
}

async function planStep(
  deps: PlanDeps,
  { source }: AudienceStep,
  table: CsvTable | undefined,
  run: TableRun,
): Promise<Planned> {
  if (source.kind === "filter") return planFilter(deps, source.filter, run);
  if (source.kind === "ids") return planIds(deps, source.ids(run.signal), run);
  return planTable(deps, table ?? (await source.open(run.signal)), source.by, run);
}

/** Counts the rows in progress reports over all steps. */
function countingOn(deps: PlanDeps, before: readonly Planned[]): PlanDeps {
  const read = before.reduce((sum, { rows }) => sum + rows, 0);
  return { ...deps, onProgress: (rows) => deps.onProgress?.(read + rows) };
}

/** Opens all lists before anything is planned, because a text may use the columns of any of them. */
async function openTables(
  audience: readonly AudienceStep[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, CsvTable>> {
  const tables = new Map<number, CsvTable>();
  for (const [index, { op, source }] of audience.entries()) {
    if (op === "add" && source.kind === "table") tables.set(index, await source.open(signal));
  }
  return tables;
}

async function readSuppression(
  directory: EndpointDirectory,
  { connectionId, suppressFile, suppressedValues = [] }: PlanRequest,
  signal: AbortSignal,
): Promise<Suppression | undefined> {
  return joinSuppressions([
    suppressFile === undefined ? undefined : await loadSuppression(directory, connectionId, suppressFile, signal),
    suppressedValues.length === 0 ? undefined : await readSuppressed(directory, connectionId, suppressedValues, signal),
  ]);
}

async function planFilter(
  deps: PlanDeps,
  filter: string,
  { source, connectionId, rules, tally, signal }: TableRun,
): Promise<Planned> {
  const notes = await filterNotes(deps.directory, connectionId, { op: "add", filter }, signal);
  let rows = 0;
  for await (const endpoints of deps.directory.audience(connectionId, filter, signal)) {
    if (signal.aborted) throw abortedError();
    await tally.add(
      endpoints.map((endpoint) => {
        rows += 1;
        const row = rowOf(source, rows);
        return classifyMatch(rules, { row, identifier: endpoint.id, meanings: [], picked: [] }, [endpoint]);
      }),
    );
    deps.onProgress?.(rows);
  }
  return { live: { values: 0, rows: 0, matched: 0 }, rows, notes };
}

/** Look-ups of all steps; the first failure represents the others. */
function allLive(steps: readonly Planned[]): LiveLookup {
  const failure = steps.find(({ live }) => live.failure !== undefined)?.live.failure;
  return {
    values: steps.reduce((sum, { live }) => sum + live.values, 0),
    rows: steps.reduce((sum, { live }) => sum + live.rows, 0),
    matched: steps.reduce((sum, { live }) => sum + live.matched, 0),
    failure,
  };
}

function emptyAudienceError(audience: readonly AudienceStep[], steps: readonly Planned[]): AppError {
  const undecided = steps.flatMap(({ notes = [] }) => notes).find(({ code }) => code === undecidedFilter);
  if (undecided !== undefined) return new AppError("audience-empty", undecided);
  const filters = audience.every(({ op, source }) => op === "remove" || source.kind === "filter");
  return new AppError("audience-empty", codedText(filters ? "filter-without-match" : "audience-without-endpoint"));
}

// Reads the steps of an audience that remove recipients.

interface Removals {
  /** Per step of the audience, the removals of later steps: only those apply to its rows. */
  readonly removals: readonly (readonly Removal[])[];
  /** What could not be removed, in complete sentences. */
  readonly notes: readonly CodedText[];
}

/** Throws what reading the lists throws, and `never-synchronised` for a filter without a cache, which would remove nothing. */
async function readRemovals(
  directory: EndpointDirectory,
  connectionId: number,
  audience: readonly AudienceStep[],
  signal: AbortSignal,
): Promise<Removals> {
  const notes: CodedText[] = [];
  const removals: (Removal | undefined)[] = [];
  for (const [index, step] of audience.entries()) {
    // A removal before the first step that adds has no effect.
    const joined = audience.slice(0, index).some(({ op }) => op === "add");
    if (step.op === "add" || !joined) removals.push(undefined);
    else {
      if (step.source.kind === "filter")
        notes.push(
          ...(await filterNotes(directory, connectionId, { op: step.op, filter: step.source.filter }, signal)),
        );
      const named = await readNamed(directory, connectionId, step, signal);
      removals.push({ named, label: codedText("removed-by-step", { step: index + 1, source: step.label }) });
    }
  }
  const after = (index: number): readonly Removal[] =>
    removals.slice(index + 1).filter((removal) => removal !== undefined);
  return { removals: audience.map((_, index) => after(index)), notes };
}

async function readNamed(
  directory: EndpointDirectory,
  connectionId: number,
  { source, label }: AudienceStep,
  signal: AbortSignal,
): Promise<NamedByList> {
  if (source.kind === "table") {
    return readTable(
      directory,
      connectionId,
      { table: await source.open(signal), where: label, by: source.by, isExact: true },
      signal,
    );
  }
  const endpointIds = new Set<string>();
  if (source.kind === "ids") {
    for await (const ids of source.ids(signal)) {
      throwIfStopped(signal);
      for (const id of ids) endpointIds.add(normalizeId(id));
    }
  } else {
    for await (const endpoints of directory.audience(connectionId, source.filter, signal)) {
      throwIfStopped(signal);
      for (const { id } of endpoints) endpointIds.add(id);
    }
  }
  return { endpointIds, identifiers: new Map() };
}

/** Reads an id in the same way as a step that adds. */
function normalizeId(id: string): string {
  const read = readIdentifier("id", id);
  return read.kind === "value" ? read.value : id;
}

// Notes about what a filter cannot match, because it searches the cache only; an error where the cache is empty.

type Completeness = Awaited<ReturnType<EndpointDirectory["completeness"]>>;

const undecidedFilter = "contacts-undecided-filter";

async function filterNotes(
  directory: EndpointDirectory,
  connectionId: number,
  { op, filter }: { readonly op: AudienceStep["op"]; readonly filter: string },
  signal: AbortSignal,
): Promise<readonly CodedText[]> {
  const incomplete = completenessNote(await directory.completeness(connectionId), op);
  const undecided = undecidedText(await directory.undecided(connectionId, filter, signal));
  return [incomplete, undecided && codedText(undecidedFilter, { filter, undecided })].filter(
    (note) => note !== undefined,
  );
}

/** Throws `never-synchronised`: without a cache a filter would match and exclude nothing. */
function completenessNote({ state, reason }: Completeness, op: AudienceStep["op"]): CodedText | undefined {
  if (state === "never") throw new AppError("never-synchronised", codedText("filter-without-cache"));
  if (state === "complete") return undefined;
  if (reason === undefined) return codedText(op === "add" ? "cache-incomplete-add" : "cache-incomplete-exclude");
  return codedText(op === "add" ? "cache-incomplete-add-reason" : "cache-incomplete-exclude-reason", { reason });
}

/** Endpoints known only to the service are included although a later filter might remove them; `liveMatches` counts them by step. */
function unfilteredNote(
  audience: readonly AudienceStep[],
  liveMatches: ReadonlyMap<number, number>,
): CodedText | undefined {
  const last = audience.findLastIndex(({ op, source }) => op === "remove" && source.kind === "filter");
  let many = 0;
  for (const [step, count] of liveMatches) if (step < last) many += count;
  return many === 0 ? undefined : codedText("identifiers-not-filtered", { count: many, step: last + 1 });
}
