/** Contract handlers of campaigns. */
import { z } from "zod";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { exportToFile } from "../../core/files/export-file.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import {
  type CampaignStatus,
  evidenceExtension,
  type Gate,
  type Recipient,
  type WaveStatus,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns, RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { requireNewFile } from "../../core/files/text-file.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import { confirmStart, recallCampaign, reconcileNow, retry, stopAllSending, stopIdle } from "./steering.ts";
import { exportCampaign, toFileName, toRecipient } from "./evidence/exporting.ts";
import { planCampaign } from "./planning/plan-campaign.ts";
import { campaignStatus } from "./status.ts";
import type { Watcher } from "./watching/watcher.ts";
import { verifyEvidence } from "./evidence/evidence.ts";
import { hasFields } from "#shared/defined-fields.ts";
import type { RecipientQuestion } from "./ledger/queries-recipients.ts";
import type { RecipientRow, RowStep } from "./ledger/queries-rows.ts";
import { readPlanned } from "./planning/plan.ts";
import { formatText } from "#shared/texts/text.ts";
import { neededOf } from "../../core/jobs/waves.ts";
import type { StoredWave, WaveProgress } from "./ledger/queries-waves.ts";
import { gateOf, isOpenedByPerson, ruleOf } from "./ledger/wave-messages.ts";

export function createCampaignHandlers(
  deps: CampaignDeps,
  runs: CampaignRuns,
  watcher: Watcher,
): Handlers<typeof campaigns> {
  const { store } = deps;
  const find = async (campaignId: string): Promise<StoredCampaign> => {
    const campaign = await store.getCampaign(readId(campaignId));
    if (campaign.kind !== "bulk") throw unknownCampaign(campaignId);
    return campaign;
  };
  const status = async (campaignId: string): Promise<CampaignStatus> =>
    campaignStatus(deps, runs, await find(campaignId));

  const requireIdle = async (campaign: StoredCampaign, purpose: "recall" | "export"): Promise<void> => {
    if (!(await runs.idle(campaign.id))) throw stillRunning(String(campaign.id), purpose);
  };

  return {
    ...createRecipientHandlers({ deps, find, requireIdle }),
    ...createWaveHandlers({ deps, runs, find, status }),
    ...createListHandler(deps, runs),
    ...createWatchingHandlers({ deps, watcher, find }),
    plan: (input, { signal }) => planCampaign(deps, input, signal),
    async start({ campaignId, rate, concurrency, takeOver, confirm }) {
      const load = async (): Promise<StoredCampaign> => {
        const campaign = await find(campaignId);
        const { name, options } = await deps.connections.openById(campaign.connection);
        if (options.readOnly) throw new AppError("connection-read-only", codedText("connection-read-only", { name }));
        requireRecipients(campaign);
        await confirmStart(deps, campaign, confirm);
        await setSpeed(deps, runs, campaign, { rate, concurrency });
        return find(campaignId);
      };
      await runs.start(readId(campaignId), takeOver, load);
      // A run that was already in progress does not call `load`, so confirmation and speed are applied to it here.
      const working = await find(campaignId);
      await confirmStart(deps, working, confirm);
      await setSpeed(deps, runs, working, { rate, concurrency });
      if ((await store.removeStartedDrafts()) > 0) deps.publish("drafts.changed", {});
      return status(campaignId);
    },
    pause: ({ campaignId, abort }) => stop(campaignId, abort ? "abort" : "pause"),
    cancel: ({ campaignId }) => stop(campaignId, "cancel"),
    async setSpeed({ campaignId, rate, concurrency }) {
      await setSpeed(deps, runs, await find(campaignId), { rate, concurrency });
      return status(campaignId);
    },
    async stopAll() {
      const { campaigns: stopped, messages } = await stopAllSending(deps, runs);
      return { stopped: await Promise.all(stopped.map((id) => status(String(id)))), messages };
    },
    async recall({ campaignId }, { signal }) {
      const campaign = await find(campaignId);
      await requireIdle(campaign, "recall");
      // After “Stop all sending”, messages in flight have unknown outcomes: they are looked up first, so that those found can be recalled.
      if (campaign.counts.unknown > 0) await reconcileNow(deps, runs, campaign, signal);
      const results = await recallCampaign(deps, campaign, signal);
      const requested = results.filter((result) => result.requested);
      return { results, requested: requested.length, cancelled: requested.filter(({ cancelled }) => cancelled).length };
    },
    reconcile: async ({ campaignId, wait }, { signal }) =>
      reconcileNow(deps, runs, await find(campaignId), signal, wait),
    retry: async ({ campaignId, ...request }, { signal }) => retry(deps, runs, await find(campaignId), request, signal),
    status: ({ campaignId }) => status(campaignId),
    async export({ campaignId, file, format, overwrite }) {
      const campaign = await find(campaignId);
      await requireIdle(campaign, "export");
      if (!overwrite) await requireNewFile(file);
      return exportCampaign(deps, campaign, { file, format });
    },
    verify: ({ file }) => verifyEvidence(file),
    async remove({ campaignId }) {
      const campaign = await find(campaignId);
      // A started campaign is kept as a record of what was sent.
      if (!(await runs.idle(campaign.id)) || !(await store.removeCampaign(campaign.id))) {
        throw new AppError("campaign-state", codedText("campaign-started-kept", { campaign: campaignId }));
      }
      deps.publish("campaigns.changed", { campaignId });
      return {};
    },
  };

  /** The run is stopped before anything is read, because it could send more during the read. */
  async function stop(campaignId: string, action: "pause" | "abort" | "cancel"): Promise<CampaignStatus> {
    const stopped = await runs.stop(readId(campaignId), action);
    if (!stopped) await stopIdle(deps, await find(campaignId), action);
    return status(campaignId);
  }
}

/** Limit of a list without one. */
const everyCampaign = 1_000_000;
/** Sort value and id of a campaign. */
const afterSchema = z.tuple([z.union([z.string(), z.number()]), z.number()]);

/** Contract handler of the list of campaigns. */
function createListHandler(deps: CampaignDeps, runs: CampaignRuns): Pick<Handlers<typeof campaigns>, "list"> {
  const { store, connections } = deps;
  return {
    async list({ connection, limit = everyCampaign, cursor, skip = 0, fromEnd = false, ...query }) {
      const id = connection === undefined ? undefined : (await connections.open(connection)).id;
      const { sort = "createdAt", descending = true, search, state: states } = query;
      const filter = { connection: id, states, search };
      const list = JSON.stringify([filter, sort, descending]);
      const after = cursor === undefined ? undefined : readCursor(list, cursor, afterSchema);
      const page = await store.pageCampaigns({ ...filter, sort, descending, after, skip, fromEnd, limit });
      return {
        campaigns: await Promise.all(page.campaigns.map((campaign) => campaignStatus(deps, runs, campaign))),
        total: await store.countCampaigns(filter),
        nextCursor: page.more && page.last !== undefined ? writeCursor(list, page.last) : undefined,
      };
    },
  };
}

/** A rate of 0 removes the set rate. */
async function setSpeed(
  { store, publish }: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  { rate, concurrency }: { readonly rate: number | undefined; readonly concurrency: number | undefined },
): Promise<void> {
  if (rate === undefined && concurrency === undefined) return;
  const stored = await store.setSpeed({ campaign: campaign.id, rate: rate === 0 ? null : rate, concurrency });
  runs.find(campaign.id)?.run.setSpeed(stored.setRate, stored.concurrency);
  publish("campaigns.changed", { campaignId: String(campaign.id) });
}

/** Rejects a campaign that was never started and has no recipients to send to. */
function requireRecipients({ id, startedAt, counts }: StoredCampaign): void {
  const { pending, sending, unknown } = counts;
  if (startedAt !== undefined || pending + sending + unknown > 0) return;
  throw new AppError("no-recipients", codedText("campaign-without-recipients", { campaign: id }));
}

function readId(campaignId: string): number {
  const id = Number(campaignId);
  if (!Number.isSafeInteger(id) || id < 1) throw unknownCampaign(campaignId);
  return id;
}

function unknownCampaign(campaignId: string): AppError {
  return new AppError("campaign-unknown", codedText("campaign-unknown", { campaign: campaignId }));
}

function stillRunning(campaignId: string, purpose: "recall" | "export"): AppError {
  return new AppError("campaign-state", codedText(`campaign-running-${purpose}`, { campaign: campaignId }));
}

interface WatchingHandlersDeps {
  readonly deps: CampaignDeps;
  readonly watcher: Watcher;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
}

/** Contract handlers for delivery checks. */
function createWatchingHandlers({
  deps,
  watcher,
  find,
}: WatchingHandlersDeps): Pick<Handlers<typeof campaigns>, "checkDelivery"> {
  const { store, clock } = deps;
  return {
    async checkDelivery({ campaignId, dueOnly }, { signal }) {
      const { id, connection } = await find(campaignId);
      const opened = await deps.connections.openById(connection);
      if (!dueOnly) await store.watchNow({ campaign: id, now: clock.now() });
      const checked = await watcher.checkNow(opened, id, signal);
      const { nextAt } = await store.dueWatches({ connection, campaign: id, now: clock.now(), limit: 1 });
      return { checked, open: await store.countWatched(id), nextAt };
    },
  };
}

type RecipientOperation = "recipients" | "countRecipients" | "exportAs" | "verifyFromDialog" | "plannedWith";

interface RecipientHandlersDeps {
  readonly deps: CampaignDeps;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
  /** Rejects while a run works on the campaign in this process. */
  readonly requireIdle: (campaign: StoredCampaign, purpose: "recall" | "export") => Promise<void>;
}

/** Contract handlers for recipients: pages, counts, the plan, and exports. */
function createRecipientHandlers({
  deps,
  find,
  requireIdle,
}: RecipientHandlersDeps): Pick<Handlers<typeof campaigns>, RecipientOperation> {
  const { store, files, names } = deps;

  const question = async (campaign: StoredCampaign, filter: RecipientFilter): Promise<RecipientQuestion> => {
    const search = filter.search?.trim() ?? "";
    const named = search === "" ? [] : await names.holding(campaign.connection, search);
    return { ...onlyFilter(filter), campaign: campaign.id, named };
  };
  const toRecipients = async (campaign: StoredCampaign, rows: readonly RecipientRow[]): Promise<Recipient[]> => {
    const namesById = await names.of(
      campaign.connection,
      rows.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint])),
    );
    return rows.map((row) => {
      const name = namesById.get(row.endpoint ?? "");
      return { ...toRecipient(row), ...(name === undefined ? {} : { name }) };
    });
  };

  return {
    async recipients({ campaignId, limit, after, skip, fromEnd, ...filter }) {
      const campaign = await find(campaignId);
      const query = { question: await question(campaign, filter), after: after ?? -1, skip, fromEnd, limit };
      const rows = await store.pageRecipients(query);
      const last = rows.at(-1);
      const ended = last === undefined || rows.length < limit || fromEnd;
      return { items: await toRecipients(campaign, rows), next: ended ? undefined : last.row };
    },
    async countRecipients({ campaignId, ...filter }) {
      const campaign = await find(campaignId);
      return {
        total: storedCount(campaign, filter) ?? (await store.countRecipients(await question(campaign, filter))),
      };
    },
    async plannedWith({ campaignId }) {
      return readPlanned(await find(campaignId), await store.readPlanned(Number(campaignId)));
    },
    async exportAs({ campaignId, format, ...filter }, { signal }) {
      const initial = await find(campaignId);
      await requireIdle(initial, "export");
      const extension = format === "csv" ? "csv" : evidenceExtension;
      const name = `${toFileName(initial.name)}.${extension}`;
      return await exportToFile(files, { name, extension }, signal, async (file) => {
        // The save dialog may be open for minutes, during which the campaign may have continued.
        const campaign = await find(campaignId);
        await requireIdle(campaign, "export");
        const only = hasFields(onlyFilter(filter));
        const target = { file, format, question: only ? await question(campaign, filter) : undefined };
        return await exportCampaign(deps, campaign, target);
      });
    },
    async verifyFromDialog({ opened }) {
      const file = await files.open({ name: "evidence", extension: evidenceExtension, opened });
      return file === undefined ? {} : { file, verdict: await verifyEvidence(file) };
    },
  };
}

/** The filter members of a request, without its other members. */
function onlyFilter({ outcome, delivery, reply, wave, reason, search }: RecipientFilter): RecipientFilter {
  return { outcome, delivery, reply, wave, reason, search };
}

/** The count from the campaign's counters; undefined where rows must be counted. */
function storedCount({ counts }: StoredCampaign, filter: RecipientFilter): number | undefined {
  const { outcome, ...rest } = onlyFilter(filter);
  if (hasFields(rest)) return undefined;
  if (outcome === undefined) return counts.planned;
  return [...new Set(outcome)].reduce((sum, one) => sum + counts[one], 0);
}

// Contract handlers of waves, history steps, timeline and breakdown.

type WaveOperation = "waves" | "openWave" | "steps" | "recipientSteps" | "timeline" | "breakdown";

interface WaveHandlersDeps {
  readonly deps: CampaignDeps;
  readonly runs: CampaignRuns;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
  readonly status: (campaignId: string) => Promise<CampaignStatus>;
}

function createWaveHandlers({
  deps,
  runs,
  find,
  status,
}: WaveHandlersDeps): Pick<Handlers<typeof campaigns>, WaveOperation> {
  const { store, clock } = deps;
  return {
    async waves({ campaignId }) {
      const campaign = await find(campaignId);
      const waves = await store.listWaves(campaign.id);
      const pending = await store.pendingByWave(campaign.id);
      const statuses = waves.map(async (wave) => {
        const isClosed = wave.phase === "closed";
        const progress = isClosed ? untouched : await store.waveProgress({ campaign: campaign.id, wave: wave.wave });
        return { ...toWaveStatus(campaign, wave, progress), pending: pending.get(wave.wave) ?? 0 };
      });
      return { waves: await Promise.all(statuses) };
    },
    async openWave({ campaignId, after }) {
      const campaign = await find(campaignId);
      const run = runs.find(campaign.id)?.run;
      const working = run !== undefined && !run.over;
      await store.openWave({ campaign: campaign.id, after, now: clock.now(), working });
      run?.nudgeWave();
      deps.publish("campaigns.changed", { campaignId });
      return status(campaignId);
    },
    async steps({ campaignId }) {
      const { id } = await find(campaignId);
      const steps = (await store.campaignSteps(id)).map(({ at, event, state, reason, message }) => ({
        at,
        event,
        state,
        reason: reason ?? undefined,
        message: message ?? undefined,
      }));
      return { steps };
    },
    async recipientSteps({ campaignId, row }) {
      const { id } = await find(campaignId);
      const [recipient] = await store.listRecipients({ campaign: id, outcome: undefined, after: row - 1, limit: 1 });
      if (recipient?.row !== row)
        throw new AppError("recipient-unknown", codedText("recipient-unknown", { campaign: campaignId, row }));
      return { steps: recipientSteps(recipient, await store.rowSteps({ campaign: id, from: row, until: row })) };
    },
    async breakdown({ campaignId }) {
      const { id } = await find(campaignId);
      const { failures, other } = await store.countFailures({ campaign: id, limit: mostReasons });
      const deliveryTimes = await store.countDeliveryTimes(id);
      return {
        failures: failures.map(({ code, message, ...failure }) => ({
          ...failure,
          code: code ?? undefined,
          message: message === null ? undefined : formatText(message),
        })),
        otherFailures: other,
        deliveryTimes: [...deliveryTimes],
      };
    },
    async timeline({ campaignId, limit }) {
      const { id: campaign } = await find(campaignId);
      const points = await store.timeline({ campaign, limit });
      return {
        throttles: await store.listThrottles(campaign),
        points: points.map(({ at, counts, delivery }) => ({ at, counts, delivery: { ...delivery } })),
      };
    },
  };
}

/** Reasons of failures that are counted each. */
const mostReasons = 8;

const untouched: WaveProgress = { sent: 0, unknown: 0, delivered: 0, asExpected: 0, mayDeliver: 0, mayAnswer: 0 };

function toWaveStatus(
  campaign: StoredCampaign,
  stored: StoredWave,
  progress: WaveProgress,
): Omit<WaveStatus, "pending"> {
  const { wave, phase, size, openedAt, drainedAt, decidedAt, message } = stored;
  const planned = campaign.options.rollout ?? {};
  const gate = gateOf(planned, wave);
  const last = wave === campaign.waveCount - 1;
  const { pauseMs } = ruleOf(planned, wave);
  const waitMs = Math.max(pauseMs, (gate?.withinMinutes ?? 0) * 60_000);
  return {
    wave,
    canary: wave === 0 && planned.canary !== undefined,
    phase,
    size,
    sent: progress.sent,
    delivered: progress.delivered,
    asExpected: progress.asExpected,
    gate,
    needed: gate === undefined || drainedAt === undefined ? undefined : neededOf(gate.share, progress.sent),
    openedAt,
    drainedAt,
    until: drainedAt === undefined || last || waitMs === 0 ? undefined : drainedAt + waitMs,
    decidedAt,
    openedByPerson: isOpenedByPerson(message) ? (true as const) : undefined,
    message: message && withLaterProgress(message, stored, gate, progress),
  };
}

/** A failed gate stays failed; deliveries or replies that arrived later are added to its message, for the operator who decides. */
function withLaterProgress(
  verdict: CodedText,
  { phase }: StoredWave,
  gate: Gate | undefined,
  { sent, delivered, asExpected }: WaveProgress,
): CodedText {
  if (phase !== "failed" || gate === undefined) return verdict;
  const satisfied = gate.on === "delivered" ? delivered : asExpected;
  if (sent === 0 || satisfied < neededOf(gate.share, sent)) return verdict;
  return codedText(`gate-since-${gate.on}`, { verdict, met: satisfied, sent });
}

// History of one recipient, merged from its recorded steps and its row. Pure.

interface RecipientStep {
  readonly at: number;
  readonly kind: string;
  readonly code?: string;
  readonly detail?: string;
}

/** Oldest first. The regular path from pending to accepted is not recorded step by step; its last attempt is on the row. */
function recipientSteps(recipient: RecipientRow, recorded: readonly RowStep[]): RecipientStep[] {
  const { outcome, intentAt, outcomeAt, delivery, deliveryAt, reply, replyAt, replyText, smsId } = recipient;
  const steps: RecipientStep[] = [];
  if (intentAt !== undefined) steps.push({ at: intentAt, kind: "sending" });
  for (const { at, kind, code, detail } of recorded) {
    steps.push({
      at,
      kind,
      code: code ?? undefined,
      detail: detail === null ? undefined : formatText(detail, at),
    });
  }
  const isMatched = recorded.some(({ kind, at }) => kind === "found" && at === outcomeAt);
  if (outcome === "accepted" && outcomeAt !== undefined && !isMatched) {
    steps.push({ at: outcomeAt, kind: "accepted", detail: smsId });
  }
  if (delivery !== undefined && deliveryAt !== undefined) {
    steps.push({ at: deliveryAt, kind: "delivery", code: delivery });
  }
  if (reply !== undefined && replyAt !== undefined) {
    steps.push({ at: replyAt, kind: "reply", code: reply, detail: replyText });
  }
  return steps.toSorted((a, b) => a.at - b.at);
}
