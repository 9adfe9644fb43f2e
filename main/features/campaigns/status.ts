/** What a campaign says of itself: state, counts, delivery, rate and what it waits for. */
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";

export async function campaignStatus(
  deps: CampaignDeps,
  runs: CampaignRuns,
  stored: StoredCampaign,
): Promise<CampaignStatus> {
  const campaign = asItIs(runs, stored);
  const working = runs.find(campaign.id);
  const names = await deps.connections.names();
  const learned = await deps.store.deliveryCounts(campaign.id);
  const known = Object.values(learned).reduce((sum, count) => sum + count, 0);
  const rate = campaign.state === "running" ? working?.run.rate : undefined;
  const waiting = campaign.state === "running" ? working?.connection.governor.state().reason : undefined;
  const message = asleep(runs, campaign) ?? campaign.message ?? waiting;
  return {
    campaignId: String(campaign.id),
    name: campaign.name,
    connection: names.get(campaign.connection) ?? String(campaign.connection),
    state: campaign.state,
    counts: campaign.counts,
    // What no check has told yet is not known: never counted as undelivered.
    delivery: { ...learned, unknown: (learned["unknown"] ?? 0) + campaign.counts.accepted - known },
    replies: {},
    watching: false,
    ...(campaign.rings < 2 ? {} : { ring: { open: campaign.ringOpen, of: campaign.rings } }),
    concurrency: campaign.concurrency,
    createdAt: campaign.createdAt,
    ...(campaign.reason === undefined ? {} : { reason: campaign.reason }),
    ...(message === undefined ? {} : { message }),
    ...(rate === undefined ? {} : { rate }),
    ...(campaign.setRate === undefined ? {} : { setRate: campaign.setRate }),
    ...eta(campaign, rate),
    ...(campaign.startedAt === undefined ? {} : { startedAt: campaign.startedAt }),
    ...(campaign.finishedAt === undefined ? {} : { finishedAt: campaign.finishedAt }),
  };
}

/** A run whose ledger failed could not write down that it ended: nobody sends, whatever stands there. */
function asItIs(runs: CampaignRuns, stored: StoredCampaign): StoredCampaign {
  if (stored.state !== "running" || runs.has(stored.id)) return stored;
  const message = runs.failureOf(stored.id) ?? "Nobody works on this campaign here.";
  return { ...stored, state: "paused", reason: "errors", message };
}

/** Nobody here waits for its time: a program that stays does, once it is open. */
function asleep(runs: CampaignRuns, { id, state, message }: StoredCampaign): string | undefined {
  if (state !== "scheduled" || runs.has(id)) return undefined;
  return `${message === undefined ? "" : `${message} `}It starts by itself only while Fleetdesk is open.`;
}

function eta(campaign: StoredCampaign, rate: number | undefined): { etaMs?: number } {
  const open = campaign.counts.pending + campaign.counts.sending;
  if (campaign.state !== "running" || rate === undefined || rate <= 0 || open === 0) return {};
  return { etaMs: Math.round((open / rate) * 1000) };
}
