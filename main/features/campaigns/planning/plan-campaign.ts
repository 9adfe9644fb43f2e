/** Plans a campaign: a draft in the ledger, rows from the planner, then "planned". A plan that fails is deleted. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { type Expect, type Gate, type WavePlan, stopRuleSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { z } from "zod";
import type { CampaignDeps } from "../campaign-deps.ts";
import { type WaveAssigner, createWaveAssigner } from "./assign-waves.ts";
import { planAudience } from "./planner.ts";
import { type PlanResult, writePlanned } from "./plan.ts";
import { suppressionListValues } from "./suppression.ts";
import { openSources } from "./open-sources.ts";
import { placeOf } from "./plan-table.ts";
import { readSourceAddress } from "./identifier-forms.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { adoptMarks } from "../ledger/adopt-marks.ts";
import { checkSchedule } from "../running/schedule.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";

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
    await store.removeCampaign(campaign);
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

/** Identifiers that could not be looked up are excluded; the message says why the service was not reachable. */
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
