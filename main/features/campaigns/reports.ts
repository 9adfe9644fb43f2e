/** Contract handlers that read a campaign: recipients, waves, history, charts and exports. */
import { exportToFile } from "../../core/files/export-file.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { evidenceExtension, type Gate, type WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns, RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { requireNewFile } from "../../core/files/text-file.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/queries-state.ts";
import { findCampaign } from "./ledger/sqlite-ledger.ts";
import { exportCampaign, toFileName, toRecipient } from "./evidence/exporting.ts";
import { verifyEvidence } from "./evidence/evidence.ts";
import { hasFields } from "#shared/defined-fields.ts";
import type { RecipientQuestion } from "./ledger/queries-recipients.ts";
import type { RecipientRow, RowStep } from "./ledger/queries-rows.ts";
import { readPlanned } from "./planning/plan.ts";
import { formatText } from "#shared/texts/text.ts";
import { neededOf } from "../../core/jobs/waves.ts";
import type { StoredWave, WaveProgress } from "./ledger/queries-waves.ts";
import { gateOf, isOpenedByPerson, ruleOf } from "./ledger/wave-messages.ts";

type Reports = Handlers<typeof campaigns>;
type RecipientReport =
  | "recipients"
  | "countRecipients"
  | "export"
  | "exportAs"
  | "verify"
  | "verifyFromDialog"
  | "plannedWith";
type HistoryReport = "waves" | "steps" | "recipientSteps" | "timeline" | "breakdown";

/** `requireIdle` rejects while a run works on the campaign in this process. */
export function createReports(
  deps: CampaignDeps,
  requireIdle: (campaign: StoredCampaign) => Promise<void>,
): Pick<Reports, RecipientReport | HistoryReport> {
  return { ...createRecipientReports(deps, requireIdle), ...createHistoryReports(deps) };
}

function createRecipientReports(
  deps: CampaignDeps,
  requireIdle: (campaign: StoredCampaign) => Promise<void>,
): Pick<Reports, RecipientReport> {
  const { store, files, names } = deps;
  const find = (campaignId: string): Promise<StoredCampaign> => findCampaign(store, campaignId);

  const question = async (campaign: StoredCampaign, filter: RecipientFilter): Promise<RecipientQuestion> => {
    const search = filter.search?.trim() ?? "";
    const named = search === "" ? [] : await names.holding(campaign.connection, search);
    return { ...onlyFilter(filter), campaign: campaign.id, named };
  };

  return {
    async recipients({ campaignId, limit, after, skip, fromEnd, ...filter }) {
      const campaign = await find(campaignId);
      const query = { question: await question(campaign, filter), after: after ?? -1, skip, fromEnd, limit };
      const rows = await store.pageRecipients(query);
      const last = rows.at(-1);
      const ended = last === undefined || rows.length < limit || fromEnd;
      return {
        items: await names.attach(campaign.connection, rows.map(toRecipient)),
        next: ended ? undefined : last.row,
      };
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
      await requireIdle(initial);
      const extension = format === "csv" ? "csv" : evidenceExtension;
      const name = `${toFileName(initial.name)}.${extension}`;
      return await exportToFile(files, { name, extension }, signal, async (file) => {
        // The save dialog may be open for minutes, during which the campaign may have continued.
        const campaign = await find(campaignId);
        await requireIdle(campaign);
        const only = hasFields(onlyFilter(filter));
        const target = { file, format, question: only ? await question(campaign, filter) : undefined };
        return await exportCampaign(deps, campaign, target);
      });
    },
    async verifyFromDialog({ opened }) {
      const file = await files.open({ name: "evidence", extension: evidenceExtension, opened });
      return file === undefined ? {} : { file, verdict: await verifyEvidence(file) };
    },
    async export({ campaignId, file, format, overwrite }) {
      const campaign = await find(campaignId);
      await requireIdle(campaign);
      if (!overwrite) await requireNewFile(file);
      return exportCampaign(deps, campaign, { file, format });
    },
    verify: ({ file }) => verifyEvidence(file),
  };
}

function createHistoryReports({ store }: CampaignDeps): Pick<Reports, HistoryReport> {
  const find = (campaignId: string): Promise<StoredCampaign> => findCampaign(store, campaignId);
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
