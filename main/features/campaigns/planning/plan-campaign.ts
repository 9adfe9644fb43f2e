/** Plans a campaign: a draft in the ledger, rows from the planner, then "planned". A plan that fails is deleted. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import {
  type Amount,
  type AudienceSource,
  type AudienceSteps,
  type CampaignPart,
  type Expect,
  type Gate,
  stopRuleSchema,
  type Stratum,
  type WavePlan,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { z } from "zod";
import type { CampaignDeps } from "../campaign-deps.ts";
import { planAudience } from "./planner.ts";
import { type AudienceSource as PlanSource, type AudienceStep, type PlanResult, writePlanned } from "./plan.ts";
import { suppressionListValues } from "./suppression.ts";
import { placeOf } from "./plan-table.ts";
import { readSourceAddress } from "./identifier-forms.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { checkSchedule } from "../running/schedule.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { type CachedEndpoint, endpointField } from "#shared/rules/endpoint-fields.ts";
import { openCsv, openCsvText } from "./csv-rows.ts";

type PlanInput = z.output<(typeof campaigns.operations.plan)["input"]>;
type PlanOutput = z.input<(typeof campaigns.operations.plan)["output"]>;

const defaultConcurrency = 16;
/** Maximum number of excluded rows in the response; the rest is available as recipients. */
const mostExcluded = 1000;

/** `draft`: the draft that the campaign is frozen from, where there is one. */
export async function planCampaign(
  deps: CampaignDeps,
  input: PlanInput,
  signal: AbortSignal,
  draft?: number,
): Promise<PlanOutput> {
  const { store, clock } = deps;
  if (input.expect !== undefined) compilePattern(input.expect.pattern);
  if (input.schedule !== undefined) checkSchedule(input.schedule, clock.now());
  validateWaves(input.rollout, input);
  const connection = await deps.connections.open(input.connection);
  const campaign = await store.createCampaign({
    kind: "bulk",
    connection: connection.id,
    name: input.name,
    sourceAddress: readSourceAddress(input.from),
    template: input.text,
    options: {
      schedule: input.schedule,
      stopRule: stopRuleSchema.parse(input.stopRule),
      whenNotListed: input.whenNotListed,
      suppressFile: input.suppressFile,
      expect: input.expect,
      watchHours: input.watchHours,
      rollout: input.rollout,
    },
    setRate: input.rate,
    concurrency: input.concurrency ?? defaultConcurrency,
    planned: writePlanned(input),
    holder: deps.holder,
    now: clock.now(),
  });
  try {
    const result = await fill(deps, campaign, connection.id, input, signal);
    const plan = { campaign, message: lookUpMessage(result), now: clock.now() };
    await (draft === undefined ? store.moveCampaign({ ...plan, event: "plan" }) : store.planFrozen({ ...plan, draft }));
    await adoptMarks(deps);
    deps.publish("campaigns.changed", { campaignId: String(campaign) });
    return {
      campaignId: String(campaign),
      planned: result.planned,
      excludedByReason: result.excludedByReason,
      excluded: await readExcluded(deps, campaign),
      segments: result.segments,
      segmentsExact: result.segmentsExact,
      by: result.by,
      column: result.column,
      note: result.notes.length === 0 ? undefined : result.notes.map((note) => formatText(note)).join(" "),
    };
  } catch (error) {
    await store.discardPlan(campaign);
    throw error;
  }
}

async function fill(
  deps: CampaignDeps,
  campaign: number,
  connectionId: number,
  input: PlanInput,
  signal: AbortSignal,
): Promise<PlanResult> {
  const assigner = input.rollout === undefined ? undefined : createWaveAssigner(input.rollout, campaign);
  const result = await planAudience(
    {
      onIncluded: assigner === undefined ? undefined : (row, endpoint) => assigner.add(row, endpoint),
      directory: deps.directory,
      writer: { add: (rows) => deps.store.addRows({ campaign, rows }) },
      onProgress: (rows) => deps.publish("campaigns.planProgress", { name: input.name, rows }),
    },
    {
      connectionId,
      audience: await openSources(deps, connectionId, input.audience),
      from: input.from,
      text: input.text,
      maxSegments: input.maxSegments,
      bindings: input.bindings,
      suppressFile: input.suppressFile,
      suppressedValues: await suppressionListValues(deps, connectionId, signal),
    },
    signal,
  );
  if (assigner !== undefined) await writeWaves(deps.store, campaign, assigner, signal);
  if (result.suppression !== undefined) {
    const { endpointIds, values } = result.suppression;
    await deps.store.addSuppression({ campaign, endpoints: [...endpointIds], values: [...values] });
  }
  return result;
}

/** Identifiers that could not be looked up are excluded; the message says why. */
function lookUpMessage({ live }: PlanResult): CodedText | undefined {
  if (live.failure === undefined) return undefined;
  return codedText("identifiers-not-looked-up", { count: live.values - live.matched, failure: live.failure });
}

async function readExcluded(deps: CampaignDeps, campaign: number): Promise<PlanOutput["excluded"]> {
  const rows = await deps.store.listRecipients({ campaign, outcome: "excluded", after: -1, limit: mostExcluded });
  return rows.map(({ row, identifier, reason, detail }) => ({
    row,
    ...placeOf(row),
    identifier: identifier,
    reason: reason ?? "unknown",
    detail: detail === undefined ? undefined : formatText(detail),
  }));
}

// Waves of a campaign that is being planned: validated first, stored once its rows are.

/** Rows per commit, so the store thread can serve other calls in between. */
const rowsPerWrite = 20_000;

/** Throws `waves-invalid` for a gate that could never be satisfied. */
function validateWaves(
  wavePlan: WavePlan | undefined,
  { expect, watchHours }: { readonly expect?: Expect; readonly watchHours: number },
): void {
  for (const gate of [wavePlan?.canary?.gate, wavePlan?.waves?.gate]) {
    if (gate?.on === "expected-reply" && expect === undefined) {
      throw invalid(codedText("gate-without-reply"), gate);
    }
    if (gate !== undefined && watchHours === 0) {
      throw invalid(codedText("gate-without-tracking"), gate);
    }
  }
}

function invalid(text: CodedText, gate: Gate): AppError {
  return new AppError("waves-invalid", text, { details: { field: "rollout", gate: gate.on } });
}

/** Stores which rows are in which wave; nothing where there is only one wave. */
async function writeWaves(
  store: CampaignStore,
  campaign: number,
  assigner: WaveAssigner,
  signal: AbortSignal,
): Promise<void> {
  const waves = assigner.assign();
  if (waves === undefined) return;
  await store.createWaves({ campaign, sizes: waves.map(({ length }) => length) });
  for (const [wave, rows] of waves.entries()) {
    if (wave === 0) continue; // rows are planned into wave 0
    for (let from = 0; from < rows.length; from += rowsPerWrite) {
      throwIfStopped(signal);
      await store.assignToWave({ campaign, wave, rows: rows.slice(from, from + rowsPerWrite) });
    }
  }
}

// Assigns recipients to waves: a representative canary, then waves in row order. Pure, and deterministic for a
// campaign. Strata are the kinds of endpoints that the canary represents. Each gets its share of the canary by
// largest remainder, taken from its rows at even distances, so neither end of a list is preferred. Memory is one
// number per recipient.

interface WaveAssigner {
  /** Adds a row that will be sent to. */
  add(row: number, endpoint: CachedEndpoint): void;
  /** Row numbers of every wave, in row order; undefined when there would be only one wave. */
  assign(): readonly Float64Array[] | undefined;
}

/** Row and stratum share one number, so sorting the numbers sorts by row. */
const mostStrata = 2 ** 20;

/** `seed`: the campaign's id, so two campaigns to the same audience use different canary endpoints. */
export function createWaveAssigner(wavePlan: WavePlan, seed: number): WaveAssigner {
  const strata = new Map<string, number>();
  const over = wavePlan.canary?.over ?? [];
  let packed = new Float64Array(1024);
  let count = 0;

  const stratumOf = (endpoint: CachedEndpoint): number => {
    const key = stratumKey(endpoint, over);
    const existing = strata.get(key);
    if (existing !== undefined) return existing;
    const next = Math.min(strata.size, mostStrata - 1);
    strata.set(key, next);
    return next;
  };

  return {
    add(row, endpoint) {
      if (count === packed.length) {
        const larger = new Float64Array(count * 2);
        larger.set(packed);
        packed = larger;
      }
      packed[count] = row * mostStrata + (over.length === 0 ? 0 : stratumOf(endpoint));
      count += 1;
    },
    assign() {
      const sorted = packed.subarray(0, count).sort();
      const waves = split(wavePlan, sorted, Math.max(1, strata.size), seed);
      return waves.length < 2 ? undefined : waves;
    },
  };
}

const rowOf = (packed: number): number => Math.floor(packed / mostStrata);

function split(wavePlan: WavePlan, sorted: Float64Array, strata: number, seed: number): Float64Array[] {
  const waves: Float64Array[] = [];
  let rest = sorted;
  if (wavePlan.canary !== undefined && sorted.length > 0) {
    const canary = chooseCanary(sorted, strata, sizeOf(wavePlan.canary.size, sorted.length), seed);
    waves.push(sorted.filter((_, index) => canary[index] === 1).map(rowOf));
    rest = sorted.filter((_, index) => canary[index] !== 1);
  }
  const wave = wavePlan.waves === undefined ? rest.length : sizeOf(wavePlan.waves.size, rest.length);
  for (let from = 0; from < rest.length; from += wave) waves.push(rest.subarray(from, from + wave).map(rowOf));
  return waves;
}

/** At least 1, at most `total`. */
export function sizeOf(amount: Amount, total: number): number {
  const size = "count" in amount ? amount.count : Math.ceil(amount.share * total - 1e-9);
  return Math.max(1, Math.min(total, size));
}

/** Contains 1 at the index of every selected row. */
function chooseCanary(sorted: Float64Array, strata: number, size: number, seed: number): Uint8Array {
  const sizes = new Float64Array(strata);
  for (const packed of sorted) sizes[packed % mostStrata] = (sizes[packed % mostStrata] ?? 0) + 1;
  const quotas = allocate([...sizes], size);
  const seen = new Float64Array(strata);
  const selected = new Uint8Array(sorted.length);
  sorted.forEach((packed, index) => {
    const stratum = packed % mostStrata;
    const place = seen[stratum] ?? 0;
    seen[stratum] = place + 1;
    if (isSelected(place, sizes[stratum] ?? 0, quotas[stratum] ?? 0, seed)) selected[index] = 1;
  });
  return selected;
}

/** Whether the row at `place` of a stratum is one of `quota` rows at even distances; the seed sets the first of them. */
function isSelected(place: number, size: number, quota: number, seed: number): boolean {
  const turned = (place + offsetOf(seed, size)) % size;
  return Math.floor(((turned + 1) * quota) / size) > Math.floor((turned * quota) / size);
}

function offsetOf(seed: number, size: number): number {
  return (Math.imul(seed, 2_654_435_761) >>> 0) % size;
}

/** Distributes `total` in proportion to `sizes`, by largest remainder; of equal remainders the larger stratum gets the unit. */
export function allocate(sizes: readonly number[], total: number): readonly number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all === 0) return sizes.map(() => 0);
  const shares = sizes.map((size, stratum) => ({
    stratum,
    size,
    whole: Math.floor((size * total) / all),
    rest: (size * total) % all,
  }));
  let left = total - shares.reduce((sum, { whole }) => sum + whole, 0);
  const quotas = shares.map(({ whole }) => whole);
  for (const { stratum, whole } of shares.toSorted(
    (a, b) => b.rest - a.rest || b.size - a.size || a.stratum - b.stratum,
  )) {
    if (left === 0) break;
    quotas[stratum] = whole + 1;
    left -= 1;
  }
  return quotas;
}

function stratumKey(endpoint: CachedEndpoint, over: readonly Stratum[]): string {
  return JSON.stringify(over.map((stratum) => valueOf[stratum](endpoint)));
}

const valueOf: Readonly<Record<Stratum, (endpoint: CachedEndpoint) => string>> = {
  tags: (endpoint) => {
    const { tags } = endpoint.record;
    const all = Array.isArray(tags) ? tags.map(String) : (endpointField(endpoint, "tags") ?? "").split(",");
    return all
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "")
      .toSorted()
      .join(",");
  },
  "service-profile": (endpoint) => endpointField(endpoint, "service_profile") ?? "",
  "name-prefix": (endpoint) => namePrefix(endpointField(endpoint, "name") ?? ""),
};

/** The part of a name before the first digit, without trailing separators: "tracker" for "Tracker-0042". */
export function namePrefix(name: string): string {
  const prefix = /^\D*/.exec(name)?.[0] ?? "";
  return prefix.replace(/[\s_./:#-]+$/, "").toLowerCase();
}

// Resolves the sources of an audience: files, saved lists, views, audiences and earlier campaigns.

type Deps = Pick<CampaignDeps, "store" | "viewFilter" | "audiences">;

const idsPerStep = 5_000;

/** Throws `view-unknown`, `audience-unknown`, `list-unknown` or `campaign-unknown` for a source that does not exist. */
export async function openSources(
  deps: Deps,
  connectionId: number,
  audience: AudienceSteps,
): Promise<readonly AudienceStep[]> {
  const opened: AudienceStep[] = [];
  for (const { op, source } of audience) opened.push({ op, ...(await openSource(deps, connectionId, source)) });
  return opened;
}

async function openSource(deps: Deps, connectionId: number, source: AudienceSource): Promise<Omit<AudienceStep, "op">> {
  if ("csv" in source) {
    const { file, by } = source.csv;
    return {
      source: { kind: "table", open: (signal) => openCsv(file, signal, { mayBeList: by === undefined }), by },
      label: codedText("source-file", { file }),
    };
  }
  if ("list" in source) return openList(deps, source.list);
  if ("filter" in source)
    return {
      source: { kind: "filter", filter: source.filter },
      label: codedText("source-filter", { filter: filterLabel(source.filter) }),
    };
  if ("view" in source) {
    const filter = await deps.viewFilter(connectionId, source.view);
    if (filter === undefined)
      throw new AppError("view-unknown", codedText("source-view-unknown", { view: source.view }));
    return { source: { kind: "filter", filter }, label: codedText("source-view", { filter: filterLabel(filter) }) };
  }
  if ("audience" in source) {
    const audience = await deps.audiences.find(connectionId, source.audience);
    if (audience === undefined)
      throw new AppError("audience-unknown", codedText("source-audience-unknown", { audience: source.audience }));
    return {
      source: { kind: "ids", ids: (signal) => audience.members(signal) },
      label: codedText("source-audience", { name: audience.name }),
    };
  }
  if ("ids" in source) {
    const { ids } = source;
    return {
      source: { kind: "ids", ids: () => inBatches(ids) },
      label: codedText("source-endpoints", { endpoints: ids.length }),
    };
  }
  return openCampaign(deps, connectionId, source.campaign);
}

async function openList(
  { store }: Deps,
  { id, by }: { readonly id: number; readonly by?: string },
): Promise<Omit<AudienceStep, "op">> {
  const list = await store.readList(id);
  if (list === undefined) throw new AppError("list-unknown", codedText("list-gone", { list: id }));
  const open: Extract<PlanSource, { kind: "table" }>["open"] = (signal) => openCsvText(list.name, list.text, signal);
  return { source: { kind: "table", open, by }, label: codedText("source-list", { name: list.name }) };
}

async function openCampaign(
  { store }: Deps,
  connectionId: number,
  { campaignId, part }: { readonly campaignId: string; readonly part: CampaignPart },
): Promise<Omit<AudienceStep, "op">> {
  const unknown = new AppError("campaign-unknown", codedText("source-campaign-unknown", { campaign: campaignId }));
  const id = Number(campaignId);
  if (!Number.isSafeInteger(id) || id < 1) throw unknown;
  const campaign = await store.getCampaign(id);
  if (campaign.kind !== "bulk" || campaign.connection !== connectionId) throw unknown;
  async function* ids(): AsyncGenerator<readonly string[]> {
    for (let after: number | undefined = -1; after !== undefined;) {
      const page: Awaited<ReturnType<typeof store.endpointsOfPart>> = await store.endpointsOfPart({
        campaign: id,
        part,
        after,
        limit: idsPerStep,
      });
      if (page.endpoints.length > 0) yield page.endpoints;
      after = page.next;
    }
  }
  return {
    source: { kind: "ids", ids },
    label: codedText("source-campaign", { outcome: partText(part), name: campaign.name }),
  };
}

async function* inBatches(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += idsPerStep) yield ids.slice(from, from + idsPerStep);
}

function filterLabel(filter: string): CodedText {
  return filter.trim() === "" ? codedText("filter-all") : codedText("filter-matching", { filter });
}

function partText(part: CampaignPart): CodedText {
  switch (part) {
    case "all":
      return codedText("part-all");
    case "accepted":
      return codedText("part-accepted");
    case "refused":
      return codedText("part-rejected");
    case "unknown":
      return codedText("part-unknown");
    case "pending":
      return codedText("part-pending");
    case "undelivered":
      return codedText("part-undelivered");
    case "silent":
      return codedText("part-silent");
    case "unanswered":
      return codedText("part-unanswered");
  }
}

// Writes the first send mark of campaigns that have none: new ones, and those from versions without marks.

export async function adoptMarks({ store, marks, clock, log, holder }: CampaignDeps): Promise<void> {
  for (const { campaign, uuid, position } of await store.unmarkedCampaigns(holder)) {
    try {
      // An existing mark belongs to a newer state of this database; the two are compared when sending starts.
      if ((await marks.read(uuid)) !== undefined) continue;
      await marks.write(uuid, { generation: 1, position, writtenAt: clock.now(), ended: true }, false);
      await store.setMarkGeneration({ campaign, generation: 1 });
    } catch (cause) {
      // Sending requires the mark and reports the failure; planning and reading do not need it.
      log.warn("campaign.mark-not-adopted", { campaign }, cause);
    }
  }
}
