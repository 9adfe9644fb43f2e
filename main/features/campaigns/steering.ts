/** Stopping and putting right, for campaigns that run here and for those that do not. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";
import { moveJob } from "../../jobs/transitions.ts";
import { sleep } from "../../wait.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import { mayBeTwice } from "./ledger/queries-retry.ts";
import { panicMessage } from "./running/run-steps.ts";

/** Pauses or cancels a campaign that is not worked here. */
export async function stopIdle(
  deps: CampaignDeps,
  campaign: StoredCampaign,
  action: "pause" | "cancel" | "panic",
): Promise<void> {
  const { store, clock } = deps;
  await recoverLeftovers(deps, campaign);
  if (action === "cancel") {
    const message = codedText("cancelled-by-person");
    await store.cancelCampaign({ campaign: campaign.id, code: "cancelled", message, now: clock.now() });
  } else {
    const message = action === "panic" ? panicMessage : undefined;
    await store.moveCampaign({ campaign: campaign.id, event: "pause", reason: "user", message, now: clock.now() });
  }
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
}

/**
 * Aborts everything that is in flight or about to be, and pauses what would send later without a person, whether this process works
 * on it or not. Answers the bulk campaigns that it stopped, and how many single SMS.
 */
export async function panicStop(
  deps: CampaignDeps,
  runs: CampaignRuns,
): Promise<{ readonly campaigns: readonly number[]; readonly messages: number }> {
  const stopped = await Promise.all((await runs.stopAll("panic")).map((id) => deps.store.getCampaign(id)));
  const campaigns = new Set(stopped.filter(({ kind }) => kind === "bulk").map(({ id }) => id));
  const failures: unknown[] = [];
  for (const campaign of await deps.store.listCampaigns(undefined)) {
    if (!sendsLater(campaign) || !(await runs.idle(campaign.id))) continue;
    await stopIdle(deps, campaign, "panic").then(
      () => campaigns.add(campaign.id),
      (cause: unknown) => failures.push(cause),
    );
  }
  // One that cannot be stopped must not keep the others running.
  if (failures.length > 0) throw failures[0];
  return { campaigns: [...campaigns], messages: stopped.filter(({ kind }) => kind === "single").length };
}

function sendsLater({ state }: StoredCampaign): boolean {
  return state === "running" || state === "waiting" || state === "scheduled";
}

/** Looks every unknown recipient up now; those too young to be proven not sent stay unknown, unless it waits for them. */
export async function reconcileNow(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  signal: AbortSignal,
  wait = false,
): Promise<{ accepted: number; pending: number; unknown: number }> {
  if (await runs.idle(campaign.id)) await recoverLeftovers(deps, campaign);
  const before = await deps.store.counts(campaign.id);
  const reconciler = await runs.reconcilerFor(campaign);
  await deps.store.recheckUnknown(campaign.id);
  let { counts, nextInMs } = await reconciler.round(signal);
  if (wait) {
    while (nextInMs !== undefined) {
      await sleep(deps.clock, nextInMs, signal);
      ({ counts, nextInMs } = await reconciler.round(signal));
    }
  }
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
  return {
    accepted: counts.accepted - before.accepted,
    pending: counts.pending - before.pending,
    unknown: counts.unknown,
  };
}

export interface RetryRequest {
  readonly which: "refused" | "unknown" | "unverified";
  /** A person knows that so many may get the message twice. */
  readonly mayGetTwice?: number | undefined;
}

export interface Retried {
  readonly requeued: number;
  readonly lookups?: { readonly accepted: number; readonly pending: number; readonly checking: number };
}

/**
 * Puts refused or unknown recipients back to pending: a person says so, and for the unknown, once they were looked up, how many
 * may get it twice; else it throws `confirmation-needed`. An ended campaign is paused again.
 */
export async function retry(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  { which, mayGetTwice }: RetryRequest,
  signal: AbortSignal,
): Promise<Retried> {
  if (!(await runs.idle(campaign.id))) {
    throw new AppError("campaign-state", codedText("campaign-running-retry", { campaign: campaign.id }));
  }
  const { store, clock } = deps;
  await recoverLeftovers(deps, campaign);
  if (campaign.state === "cancelled") moveJob(campaign.state, "reopen");
  if (which === "unverified") return retryUnverified(deps, campaign, mayGetTwice);
  const lookups = which === "unknown" ? await lookUpFirst(deps, runs, campaign, mayGetTwice, signal) : undefined;
  const { id, state } = campaign;
  const requeued = await store.retryRows({
    campaign: id,
    which,
    state,
    mayGetTwice: mayGetTwice ?? 0,
    now: clock.now(),
  });
  if (requeued > 0 && campaign.state === "finished") {
    const message = codedText("retry-waits", { count: requeued, outcome: codedText(`outcome-${which}`) });
    await store.moveCampaign({ campaign: campaign.id, event: "reopen", reason: "user", message, now: clock.now() });
  }
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
  return { requeued, ...(lookups === undefined ? {} : { lookups }) };
}

/** Those that no look-up could decide may be sent to again by the next run; the others are looked up by it. */
async function retryUnverified(
  { store, clock, publish }: CampaignDeps,
  { id: campaign }: StoredCampaign,
  mayGetTwice: number | undefined,
): Promise<Retried> {
  const { unclear } = await store.unverifiedLeft(campaign);
  if (unclear > 0 && unclear !== mayGetTwice) throw mayBeTwice(unclear);
  const requeued = await store.releaseUnverified({ campaign, now: clock.now() });
  publish("campaigns.changed", { campaignId: String(campaign) });
  return { requeued };
}

async function lookUpFirst(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  mayGetTwice: number | undefined,
  signal: AbortSignal,
): Promise<NonNullable<Retried["lookups"]>> {
  const before = await deps.store.estimateRetry(campaign.id);
  const { accepted, pending } = await reconcileNow(deps, runs, campaign, signal);
  const { unconfirmed, checking } = await deps.store.estimateRetry(campaign.id);
  // A look-up makes them fewer. A number above those of before it counts nobody.
  const isConfirmed =
    mayGetTwice !== undefined && mayGetTwice >= unconfirmed && mayGetTwice <= before.unconfirmed + before.checking;
  if (unconfirmed > 0 && !isConfirmed) throw mayBeTwice(unconfirmed);
  return { accepted, pending, checking };
}

/**
 * A run whose ledger failed leaves rows "sending" behind: nobody works on them, so they are unknown. Rows of another copy of
 * this directory are left alone: it may still be sending.
 */
async function recoverLeftovers(
  { store, clock, steadyNow, holder }: CampaignDeps,
  { id, counts }: StoredCampaign,
): Promise<void> {
  if (counts.sending === 0 || !(await store.leaseIsOurs(id, holder))) return;
  await store.recover({ campaign: id, now: clock.now(), checkAt: steadyNow() });
}
