/** Starting, stopping and putting right, for campaigns that run here and for those that do not. */
import { AppError } from "../../failure.ts";
import { moveJob } from "../../jobs/transitions.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";

/** Starts or continues; a campaign that has ended, or runs already, is left as it is. */
export async function startCampaign(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  takeOver: boolean,
): Promise<void> {
  if (campaign.state === "finished" || campaign.state === "cancelled") return;
  // Found running without a run of ours: another copy of this data directory left it so.
  if (campaign.state === "running" && runs.find(campaign.id) === undefined) {
    await deps.store.takeLease({ campaign: campaign.id, holder: deps.holder, now: deps.clock.now(), takeOver });
    const now = deps.clock.now();
    const paused = { campaign: campaign.id, event: "recover", reason: "interrupted", now } as const;
    await runs.start(await deps.store.moveCampaign(paused), takeOver);
    return;
  }
  await runs.start(campaign, takeOver);
}

/** Pauses or cancels; waits until what was in flight has settled. */
export async function stopCampaign(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  asked: "pause" | "cancel",
): Promise<void> {
  if (await runs.stop(campaign.id, asked)) return;
  const { store, clock } = deps;
  await settleLeftovers(deps, campaign);
  if (asked === "cancel") {
    moveJob(campaign.state, "cancel");
    await store.cancelPending({ campaign: campaign.id, code: "cancelled", now: clock.now() });
    const message = "Cancelled by a person.";
    await store.moveCampaign({ campaign: campaign.id, event: "cancel", message, now: clock.now() });
  } else {
    await store.moveCampaign({ campaign: campaign.id, event: "pause", reason: "user", now: clock.now() });
  }
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
}

/** Looks every unknown recipient up now. Those too young to be proven not sent stay unknown. */
export async function reconcileNow(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  signal: AbortSignal,
): Promise<{ accepted: number; pending: number; unknown: number }> {
  if (runs.find(campaign.id) === undefined) await settleLeftovers(deps, campaign);
  const before = await deps.store.counts(campaign.id);
  const reconciler = await runs.reconcilerFor(campaign);
  await deps.store.recheckUnknown({ campaign: campaign.id, now: deps.clock.now() });
  const { counts } = await reconciler.round(signal);
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
  return {
    accepted: counts.accepted - before.accepted,
    pending: counts.pending - before.pending,
    unknown: counts.unknown,
  };
}

/** Puts refused or unknown recipients back to pending: a person says so. An ended campaign is paused again. */
export async function retry(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  which: "refused" | "unknown",
): Promise<number> {
  if (runs.find(campaign.id) !== undefined) {
    throw new AppError("campaign-state", `Campaign ${campaign.id} is running; pause it before recipients are retried.`);
  }
  const { store, clock } = deps;
  await settleLeftovers(deps, campaign);
  if (campaign.state === "cancelled") moveJob(campaign.state, "reopen");
  const moved = await store.retryRows({ campaign: campaign.id, which, now: clock.now() });
  if (moved > 0 && campaign.state === "finished") {
    const message = `${moved} ${which} recipients wait to be sent again.`;
    await store.moveCampaign({ campaign: campaign.id, event: "reopen", reason: "user", message, now: clock.now() });
  }
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
  return moved;
}

/**
 * A run whose ledger failed leaves rows "sending" behind: nobody works on them, so they are unknown. Rows of another copy of
 * this directory are left alone: it may still be sending.
 */
async function settleLeftovers({ store, clock, holder }: CampaignDeps, { id, counts }: StoredCampaign): Promise<void> {
  if (counts.sending === 0 || !(await store.leaseIsOurs(id, holder))) return;
  await store.recover({ campaign: id, now: clock.now(), checkAt: clock.now() });
}
