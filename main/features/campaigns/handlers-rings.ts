/** Rings of a campaign and the way through them, and what is recorded of its progress. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CampaignStatus, Gate, RingStatus } from "#contract/campaign-words.ts";
import type { campaigns } from "#contract/campaigns.ts";
import type { Handlers } from "#contract/kit.ts";
import { AppError } from "../../failure.ts";
import { neededOf } from "../../jobs/rings.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import type { RingStanding, StoredRing } from "./ledger/queries-rings.ts";
import { gateOf, isOpenedByPerson, ruleOf } from "./ledger/ring-words.ts";
import { recipientSteps } from "./recipient-steps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";

type Mine = "rings" | "openRing" | "steps" | "recipientSteps" | "timeline";

export interface RingHandlersParts {
  readonly deps: CampaignDeps;
  readonly runs: CampaignRuns;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
  readonly status: (campaignId: string) => Promise<CampaignStatus>;
}

export function createRingHandlers({
  deps,
  runs,
  find,
  status,
}: RingHandlersParts): Pick<Handlers<typeof campaigns>, Mine> {
  const { store, clock } = deps;
  return {
    async rings({ campaignId }) {
      const campaign = await find(campaignId);
      const rings = await store.listRings(campaign.id);
      const pending = await store.pendingByRing(campaign.id);
      const shown = rings.map(async (ring) => {
        const isClosed = ring.phase === "closed";
        const standing = isClosed ? untouched : await store.ringStanding({ campaign: campaign.id, ring: ring.ring });
        return { ...ringStatus(campaign, ring, standing), pending: pending.get(ring.ring) ?? 0 };
      });
      return { rings: await Promise.all(shown) };
    },
    async openRing({ campaignId, after }) {
      const campaign = await find(campaignId);
      const run = runs.find(campaign.id)?.run;
      const working = run !== undefined && !run.over;
      await store.openRing({ campaign: campaign.id, after, now: clock.now(), working });
      run?.nudgeRing();
      deps.publish("campaigns.changed", { campaignId });
      return status(campaignId);
    },
    async steps({ campaignId }) {
      const { id } = await find(campaignId);
      const steps = (await store.campaignSteps(id)).map(({ at, event, state, reason, message }) => ({
        at,
        event,
        state,
        ...(reason === null ? {} : { reason }),
        ...(message === null ? {} : { message: formatText(message, at) }),
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
    async timeline({ campaignId, limit }) {
      const points = await store.timeline({ campaign: (await find(campaignId)).id, limit });
      return { points: points.map(({ at, counts, delivery }) => ({ at, counts, delivery: { ...delivery } })) };
    },
  };
}

const untouched: RingStanding = { sent: 0, unknown: 0, delivered: 0, asExpected: 0, mayDeliver: 0, mayAnswer: 0 };

function ringStatus(campaign: StoredCampaign, stored: StoredRing, standing: RingStanding): Omit<RingStatus, "pending"> {
  const { ring, phase, size, openedAt, drainedAt, decidedAt, message } = stored;
  const planned = campaign.options.rings ?? {};
  const gate = gateOf(planned, ring);
  const last = ring === campaign.rings - 1;
  const { pauseMs } = ruleOf(planned, ring);
  const waitMs = Math.max(pauseMs, (gate?.withinMinutes ?? 0) * 60_000);
  return {
    ring,
    canary: ring === 0 && planned.canary !== undefined,
    phase,
    size,
    sent: standing.sent,
    delivered: standing.delivered,
    asExpected: standing.asExpected,
    ...(gate === undefined ? {} : { gate }),
    ...(gate === undefined || drainedAt === undefined ? {} : { needed: neededOf(gate.share, standing.sent) }),
    ...(openedAt === undefined ? {} : { openedAt }),
    ...(drainedAt === undefined ? {} : { drainedAt }),
    ...(drainedAt === undefined || last || waitMs === 0 ? {} : { until: drainedAt + waitMs }),
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(isOpenedByPerson(message) ? { openedByPerson: true as const } : {}),
    ...(message === undefined
      ? {}
      : { message: formatText(withLaterStanding(message, stored, gate, standing), decidedAt) }),
  };
}

/** A failed gate stays failed; what became known since is added to its text, for the person who decides. */
function withLaterStanding(
  verdict: CodedText,
  { phase }: StoredRing,
  gate: Gate | undefined,
  { sent, delivered, asExpected }: RingStanding,
): CodedText {
  if (phase !== "failed" || gate === undefined) return verdict;
  const met = gate.on === "delivered" ? delivered : asExpected;
  if (sent === 0 || met < neededOf(gate.share, sent)) return verdict;
  return codedText(`gate-since-${gate.on}`, { verdict, met, sent });
}
