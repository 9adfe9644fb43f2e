/** Contract handlers that evaluate an audience and a text before planning, from the cache only. Nothing is stored. */
import { formatText } from "#shared/texts/text.ts";
import type { AudienceSteps, Exclusion } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { planning } from "#shared/contract/campaigns/planning.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { type CsvRow, exportToFile, pagesOf, writeCsvFile } from "../../../core/files/export-file.ts";
import { hasColumn } from "#shared/rules/columns.ts";
import { endpointFieldNames } from "#shared/rules/endpoint-fields.ts";
import { braceWarning } from "#shared/rules/brace-warning.ts";
import { countSegments } from "#shared/rules/segments.ts";
import { compileTemplate, renderTemplate, templateVariables } from "#shared/rules/template.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import { toFileName } from "../evidence/exporting.ts";
import { suppressionListValues } from "./suppression.ts";
import { openSources } from "./plan-campaign.ts";
import type { IncludedRow, PlannedRow, PlanRequest, PlanResult, PlanWriter } from "./plan.ts";
import type { EndpointDirectory } from "../../fleet/index.ts";
import { placeOf } from "./plan-table.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { planAudience } from "./planner.ts";

type PreviewHandlers = Pick<Handlers<typeof planning>, "preview" | "render" | "variables" | "exportExclusions">;
type Wording = NonNullable<Parameters<PreviewHandlers["preview"]>[0]["wording"]>;

const mostExclusions = 500;
/** Placeholder while there is no text: only the audience is evaluated then. */
const noText: Wording = { text: "-", bindings: {} };

interface PreviewRequest {
  readonly connection?: string;
  readonly audience: AudienceSteps;
  readonly suppressFile?: string;
  readonly maxSegments: number;
  readonly wording?: Wording;
}

export function createPreview(deps: CampaignDeps): PreviewHandlers {
  const request = async (input: PreviewRequest, connectionId: number, signal: AbortSignal): Promise<PlanRequest> => ({
    connectionId,
    audience: await openSources(deps, connectionId, input.audience),
    // Any valid number: nothing is sent.
    from: "0",
    text: (input.wording ?? noText).text,
    bindings: (input.wording ?? noText).bindings,
    maxSegments: input.maxSegments,
    suppressFile: input.suppressFile,
    suppressedValues: await suppressionListValues(deps, connectionId, signal),
  });

  return {
    async preview(input, { signal }) {
      const { id } = await deps.connections.open(input.connection);
      const exclusions = createFirstExclusions(mostExclusions);
      const sampler = createSampler();
      const { plannable, unbound } = await toPlannable(deps, id, input, signal);
      const { result, unresolved } = await dryRun(
        deps.directory,
        await request(plannable, id, signal),
        (row) => {
          const exclusion = exclusionOf(row);
          if (exclusion === undefined) sampler.add(row as IncludedRow);
          else exclusions.add(exclusion);
        },
        signal,
      );
      const hasText = plannable.wording !== undefined;
      const {
        included,
        excluded,
        excludedByReason,
        segments,
        longest,
        segmentsExact,
        unicode,
        columns,
        by,
        column,
        notes,
      } = result;
      return {
        included,
        excluded,
        excludedByReason: { ...excludedByReason },
        exclusions: [...exclusions.rows()],
        unresolved,
        segments: hasText ? segments : 0,
        longest: hasText ? longest : 0,
        segmentsExact,
        unicode: hasText ? unicode : 0,
        samples: hasText ? await samplesOf(deps, id, sampler.rows()) : [],
        columns: [...columns],
        unbound: [...unbound],
        by,
        column,
        note: notes.length === 0 ? undefined : notes.map((note) => formatText(note)).join(" "),
      };
    },
    render: (input, { signal }) => renderFor(deps, request, input, signal),
    variables: ({ text }) => Promise.resolve(variablesOf(text)),
    async exportExclusions({ suggestedName, ...input }, { signal }) {
      const { id } = await deps.connections.open(input.connection);
      const name = `${toFileName(suggestedName)}.csv`;
      return await exportToFile(deps.files, { name, extension: "csv" }, signal, async (file) => {
        const { plannable } = await toPlannable(deps, id, input, signal);
        const rows: Exclusion[] = [];
        await dryRun(
          deps.directory,
          await request(plannable, id, signal),
          (row) => {
            const exclusion = exclusionOf(row);
            if (exclusion !== undefined) rows.push(exclusion);
          },
          signal,
        );
        rows.sort((a, b) => a.row - b.row);
        return { rows: await writeCsvFile(file, { titles: exclusionTitles, pages: pagesOf(rows, exclusionCells) }) };
      });
    },
  };
}

type ToRequest = (input: PreviewRequest, connectionId: number, signal: AbortSignal) => Promise<PlanRequest>;

async function renderFor(
  deps: CampaignDeps,
  request: ToRequest,
  { connection, audience, suppressFile, maxSegments, wording, endpoints }: Parameters<PreviewHandlers["render"]>[0],
  signal: AbortSignal,
): ReturnType<PreviewHandlers["render"]> {
  const { id } = await deps.connections.open(connection);
  const requestedIds = new Set(endpoints);
  const texts = new Map<string, string>();
  // With an unbound variable no row of a list has a text; the endpoints are rendered one by one below.
  const complete =
    audience === undefined || (await unboundOf(deps, id, { audience, wording, maxSegments }, signal)).length === 0;
  if (audience !== undefined && complete) {
    const planRequest = await request({ audience, suppressFile, wording, maxSegments }, id, signal);
    const see = (row: Parameters<typeof exclusionOf>[0]): void => {
      if (row.excluded === undefined && requestedIds.has(row.endpointId)) texts.set(row.endpointId, row.text);
    };
    await dryRun(deps.directory, planRequest, see, signal);
  }
  const names = await deps.names.of(id, endpoints);
  const endpointsById = await deps.directory.resolve(id, "id", endpoints, signal);
  const template = compileTemplate(wording.text, [], {
    bindings: wording.bindings,
    columns: [
      ...templateVariables(wording.text).filter((name) => !Object.hasOwn(wording.bindings, name)),
      ...boundColumns(wording),
      ...(audience === undefined ? [] : await columnsOf(deps, id, audience, signal)),
    ],
  });
  const items = [...requestedIds].map((endpoint) => {
    const name = names.get(endpoint);
    const about = { endpoint, name };
    const own = texts.get(endpoint);
    if (own !== undefined) return { ...about, ...textOf(own) };
    const cached = endpointsById.get(endpoint)?.[0] ?? { id: endpoint, record: {} };
    const rendered = renderTemplate(template, [], cached);
    if (rendered.kind === "missing") return { ...about, missing: rendered.variable };
    return { ...about, ...textOf(rendered.text) };
  });
  return { items };
}

function textOf(text: string): { readonly text: string; readonly segments: number; readonly segmentsExact: boolean } {
  const { segments, segmentsExact } = countSegments(text);
  return { text, segments, segmentsExact };
}

/** Columns that are bound to variables of another name. */
function boundColumns({ bindings }: Wording): readonly string[] {
  return Object.values(bindings).flatMap((binding) => ("column" in binding ? [binding.column] : []));
}

function variablesOf(text: string): Awaited<ReturnType<PreviewHandlers["variables"]>> {
  const endpointFields = [...endpointFieldNames()];
  if (text.trim() === "") return { variables: [], endpointFields };
  try {
    const warning = braceWarning(text);
    return {
      variables: [...templateVariables(text)],
      endpointFields,
      warning,
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const position = error.details?.["position"];
    const problem = { message: error.text, position: typeof position === "number" ? position + 1 : 1 };
    return { variables: [], endpointFields, problem };
  }
}

/** A text with an unbound variable cannot be planned; only the audience is evaluated then. */
async function toPlannable(
  deps: CampaignDeps,
  connectionId: number,
  input: PreviewRequest,
  signal: AbortSignal,
): Promise<{ readonly plannable: PreviewRequest; readonly unbound: readonly string[] }> {
  const unbound = input.wording === undefined ? [] : await unboundOf(deps, connectionId, input, signal);
  return { plannable: unbound.length > 0 ? { ...input, wording: undefined } : input, unbound };
}

/** Variables of the text that are neither bound nor a column of an added list. */
async function unboundOf(
  deps: CampaignDeps,
  connectionId: number,
  { audience, wording }: PreviewRequest,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { text, bindings } = wording ?? noText;
  const names = templateVariables(text).filter(
    (name) => !name.startsWith("endpoint.") && !Object.hasOwn(bindings, name),
  );
  if (names.length === 0) return [];
  const columns = await columnsOf(deps, connectionId, audience, signal);
  return names.filter((name) => !hasColumn(columns, name));
}

/** Columns of the added lists. */
async function columnsOf(
  deps: CampaignDeps,
  connectionId: number,
  audience: PreviewRequest["audience"],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const columns: string[] = [];
  for (const { op, source } of await openSources(deps, connectionId, audience)) {
    if (op === "add" && source.kind === "table") columns.push(...(await source.open(signal)).columns);
  }
  return columns;
}

function samplesOf(
  { names }: CampaignDeps,
  connectionId: number,
  rows: readonly IncludedRow[],
): Promise<Awaited<ReturnType<PreviewHandlers["preview"]>>["samples"]> {
  const samples = rows.map(({ row, endpointId, identifier, text, segments }) => {
    const { encoding, segmentsExact } = countSegments(text);
    return { row, endpoint: endpointId, identifier, text, segments, segmentsExact, encoding };
  });
  return names.attach(connectionId, samples);
}

const exclusionTitles = ["source", "row", "identifier", "reason", "detail"];

function exclusionCells({ row, identifier, reason, detail }: Exclusion): CsvRow {
  const { source, sourceRow } = placeOf(row);
  return [source + 1, sourceRow, identifier, reason, detail ?? ""];
}

// Runs the planner against the cache only, and stores nothing.

interface DryRun {
  readonly result: PlanResult;
  /** Rows whose identifiers are not cached: planning looks them up at the service. */
  readonly unresolved: number;
}

/** Calls `see` with every row as it would be stored. Throws as `planAudience` does. */
async function dryRun(
  directory: EndpointDirectory,
  request: PlanRequest,
  see: (row: PlannedRow) => void,
  signal: AbortSignal,
): Promise<DryRun> {
  const result = await planAudience({ directory: localOnly(directory), writer: createMemory(see) }, request, signal);
  return { result, unresolved: result.live.rows };
}

/** A directory without service look-ups: identifiers that are not cached stay unresolved. */
function localOnly(directory: EndpointDirectory): EndpointDirectory {
  return {
    ...directory,
    // oxlint-disable-next-line require-yield -- always throws before a value exists
    async *resolveLive() {
      await Promise.resolve();
      throw new AppError("looked-up-at-planning", codedText("looked-up-at-planning"));
    },
  };
}

/** Stores endpoints only, to detect duplicates as the ledger's index does. */
function createMemory(see: (row: PlannedRow) => void): PlanWriter {
  const included = new Set<string>();
  return {
    add: (rows) => {
      const duplicates = new Set<number>();
      for (const row of rows) {
        if (row.excluded !== undefined) see(row);
        else if (included.has(row.endpointId)) {
          duplicates.add(row.row);
          const { row: number, identifier, endpointId } = row;
          see({
            row: number,
            identifier,
            endpointId,
            excluded: "duplicate",
            detail: codedText("duplicate-of", { endpoint: endpointId }),
          });
        } else {
          included.add(row.endpointId);
          see(row);
        }
      }
      return Promise.resolve({ duplicates });
    },
  };
}

/** An excluded row in the contract's form; undefined for an included one. */
function exclusionOf(row: PlannedRow): Exclusion | undefined {
  if (row.excluded === undefined) return undefined;
  const { row: number, identifier, excluded, detail } = row;
  return {
    row: number,
    ...placeOf(number),
    identifier,
    reason: excluded,
    detail: detail === undefined ? undefined : formatText(detail),
  };
}

/** Collects the exclusions of the first rows, in any order of arrival: rows without a cached endpoint come last of their list. */
interface FirstExclusions {
  add(exclusion: Exclusion): void;
  rows(): readonly Exclusion[];
}

export function createFirstExclusions(most: number): FirstExclusions {
  let exclusions: Exclusion[] = [];
  const first = (): Exclusion[] => exclusions.sort((a, b) => a.row - b.row).slice(0, most);
  return {
    add(exclusion) {
      exclusions.push(exclusion);
      if (exclusions.length >= most * 4) exclusions = first();
    },
    rows: first,
  };
}

/** Collects a few rows spread evenly over all added rows, and the longest. */
interface Sampler {
  add(row: IncludedRow): void;
  rows(): readonly IncludedRow[];
}

const mostSamples = 5;

export function createSampler(): Sampler {
  let samples: IncludedRow[] = [];
  let stride = 1;
  let seen = 0;
  let longest: IncludedRow | undefined;
  return {
    add(row) {
      if (seen % stride === 0) samples.push(row);
      seen += 1;
      if (samples.length > mostSamples * 2) {
        samples = samples.filter((_, index) => index % 2 === 0);
        stride *= 2;
      }
      if (longest === undefined || row.segments > longest.segments || isLonger(row, longest)) longest = row;
    },
    rows() {
      const step = Math.max(1, samples.length / mostSamples);
      const spread = Array.from(
        { length: Math.min(mostSamples, samples.length) },
        (_, index) => samples[Math.floor(index * step)],
      );
      const all = [...spread, longest].filter((row) => row !== undefined);
      return [...new Map(all.map((row) => [row.row, row])).values()];
    },
  };
}

function isLonger(row: IncludedRow, than: IncludedRow): boolean {
  return row.segments === than.segments && row.text.length > than.text.length;
}
