/** Contract handlers for waves, history steps and the timeline. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CampaignStatus, Gate, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { neededOf } from "../../core/jobs/waves.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import type { WaveProgress, StoredWave } from "./ledger/queries-waves.ts";
import { gateOf, isOpenedByPerson, ruleOf } from "./ledger/wave-messages.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { RecipientRow, RowStep } from "./ledger/queries-rows.ts";

type WaveOperation = "waves" | "openWave" | "steps" | "recipientSteps" | "timeline" | "breakdown";

export interface WaveHandlersDeps {
  readonly deps: CampaignDeps;
  readonly runs: CampaignRuns;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
  readonly status: (campaignId: string) => Promise<CampaignStatus>;
}

export function createWaveHandlers({
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
        message: message === null ? undefined : formatText(message, at),
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
      const points = await store.timeline({ campaign: (await find(campaignId)).id, limit });
      return { points: points.map(({ at, counts, delivery }) => ({ at, counts, delivery: { ...delivery } })) };
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
    message:
      message === undefined ? undefined : formatText(withLaterProgress(message, stored, gate, progress), decidedAt),
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
