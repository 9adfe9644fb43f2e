/** Looks up, retries and recalls messages of campaigns, with or without a run here. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { moveJob } from "../../core/jobs/transitions.ts";
import type { Clock } from "../../core/hosts.ts";
import { sleep, throwIfStopped } from "../../core/wait.ts";
import type { CampaignConnection, CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/queries-state.ts";
import { rowPages } from "../../core/store/cursor.ts";
import { mayBeTwice } from "./ledger/queries-retry.ts";
import type { RecipientRow } from "./ledger/queries-rows.ts";
import { isConnectivityError } from "./watching/read-list.ts";
import { cancelAndReadBack } from "../../core/api/sms-cancel.ts";
import type { Delivery } from "#shared/contract/campaigns/campaign-schemas.ts";
import { isFinalDelivery } from "#shared/rules/campaign-status.ts";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";

/** Looks up every unknown recipient now; those too recent to be proven not sent stay unknown, unless `wait` is set. */
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
  readonly scope: "refused" | "unknown" | "unverified";
  /** Number of recipients that may get the message twice, as confirmed by an operator. */
  readonly mayGetTwice?: number;
}

export interface Retried {
  readonly requeued: number;
  readonly lookups?: { readonly accepted: number; readonly pending: number; readonly checking: number };
}

/**
 * Requeues rejected or unknown recipients as pending. For the unknown, which are looked up first, an operator has to confirm how many
 * may get the message twice; otherwise it throws `confirmation-needed`. A finished campaign is paused again. A run in progress sends the
 * rejected ones itself: the service did not accept them, so no look-up has to precede.
 */
export async function retry(
  deps: CampaignDeps,
  runs: CampaignRuns,
  campaign: StoredCampaign,
  { scope, mayGetTwice }: RetryRequest,
  signal: AbortSignal,
): Promise<Retried> {
  if (!(await runs.idle(campaign.id))) {
    const working = runs.find(campaign.id);
    if (scope !== "refused" || working === undefined)
      throw new AppError("campaign-state", codedText("campaign-running-retry", { campaign: campaign.id }));
    const retried = await working.run.requeue(() => retryRefused(deps, campaign.id), signal);
    if (retried !== undefined) return retried;
    await working.ended;
    return await retry(deps, runs, await deps.store.getCampaign(campaign.id), { scope, mayGetTwice }, signal);
  }
  const { store, clock } = deps;
  await recoverLeftovers(deps, campaign);
  if (campaign.state === "cancelled") moveJob(campaign.state, "reopen");
  if (scope === "unverified") return retryUnverified(deps, campaign, mayGetTwice);
  const lookups = scope === "unknown" ? await lookUpFirst(deps, runs, campaign, mayGetTwice, signal) : undefined;
  const { id, state } = campaign;
  const requeued = await store.retryRows({
    campaign: id,
    scope,
    states: [state],
    mayGetTwice: mayGetTwice ?? 0,
    now: clock.now(),
  });
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
  return { requeued, lookups };
}

/** Requeues the rejected rows of a campaign with a run here; undefined where the run is ending, because the campaign has ended. */
async function retryRefused({ store, clock, publish }: CampaignDeps, campaign: number): Promise<Retried | undefined> {
  const { state } = await store.getCampaign(campaign);
  if (state === "finished" || state === "cancelled") return undefined;
  // It may change from one to the other at any time: an operator opens a wave, or quiet hours begin.
  const states = ["running", "waiting"] as const;
  const requeued = await store.retryRows({ campaign, scope: "refused", states, mayGetTwice: 0, now: clock.now() });
  publish("campaigns.changed", { campaignId: String(campaign) });
  return { requeued };
}

/** Rows that no look-up could decide may be sent to again by the next run, which looks up the others. */
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
  // A look-up reduces the number, so a confirmation above the number before it is invalid.
  const isConfirmed =
    mayGetTwice !== undefined && mayGetTwice >= unconfirmed && mayGetTwice <= before.unconfirmed + before.checking;
  if (unconfirmed > 0 && !isConfirmed) throw mayBeTwice(unconfirmed);
  return { accepted, pending, checking };
}

/**
 * A run whose ledger failed leaves rows "sending": without a run, they are unknown. Rows of another copy of this directory stay
 * unchanged, because it may still be sending.
 */
export async function recoverLeftovers(
  { store, clock, steadyNow, holder }: CampaignDeps,
  { id, counts }: StoredCampaign,
): Promise<void> {
  if (counts.sending === 0 || !(await store.leaseIsOurs(id, holder))) return;
  await store.recover({ campaign: id, now: clock.now(), checkAt: steadyNow() });
}

// Cancels messages that the service still buffers, for a campaign that is not running, with a result for every
// message. Messages with a final delivery status are skipped: there is nothing left to cancel.

interface Sent {
  readonly row: number;
  readonly endpoint: string;
  readonly smsId: string | undefined;
  /** Last known delivery status. */
  readonly delivery: Delivery | undefined;
}

const pageRows = 2_000;
/** A message that the service throttles for longer ends the recall. */
const longestThrottleMs = 15 * 60_000;
const parallel = 8;

/**
 * Cancels what was sent before the call and nothing that a run sends during it. Throws `campaign-state` where a run has sent since the campaign
 * had `claims`, and what ends the recall: no network, no session or a long throttling. The results until then are stored and published.
 */
export async function recallCampaign(
  deps: CampaignDeps,
  campaign: StoredCampaign,
  claims: number,
  signal: AbortSignal,
): Promise<RecallResult[]> {
  const connection = await deps.connections.openById(campaign.connection);
  const results: RecallResult[] = [];
  const sent = await listSent(deps, campaign, signal);
  const unknown = campaign.counts.unknown === 0 ? [] : await listUnknown(deps, campaign, signal);
  if ((await deps.store.sendState(campaign.id)).claims !== claims) {
    throw new AppError("campaign-state", codedText("campaign-running-recall", { campaign: String(campaign.id) }));
  }
  const total = sent.filter(({ delivery }) => !isFinalDelivery(delivery)).length;
  let done = 0;
  for (let start = 0; start < sent.length; start += parallel) {
    const group = sent.slice(start, start + parallel);
    const attempts = await Promise.allSettled(
      group.map(async (message) => ({
        row: message.row,
        result: await recallOne(connection, message, deps.clock, signal),
      })),
    );
    const ended = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
    const groupResults = await deps.names.attach(
      connection.id,
      ended.map(({ result }) => result),
    );
    const deliveries = ended.map(({ row, result }) => ({ row, delivery: result.delivery }));
    await deps.store.setDelivery({
      campaign: campaign.id,
      rows: deliveries.filter(({ delivery }) => delivery !== "unknown"),
      now: deps.clock.now(),
    });
    results.push(...groupResults);
    done += groupResults.filter(({ requested }) => requested).length;
    deps.publish("campaigns.recallProgress", {
      campaignId: String(campaign.id),
      done,
      total,
      processed: results.length,
      results: groupResults,
    });
    const failed = attempts.find((attempt) => attempt.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }
  return [...results, ...unknown];
}

async function listSent(deps: CampaignDeps, campaign: StoredCampaign, signal: AbortSignal): Promise<Sent[]> {
  const sent: Sent[] = [];
  for await (const rows of recipientsOf(deps, campaign, "accepted")) {
    throwIfStopped(signal);
    for (const { row, endpoint = "", smsId, delivery } of rows) {
      // Safe cast: the column is written from the same type only.
      sent.push({ row, endpoint, smsId, delivery: delivery as Delivery | undefined });
    }
  }
  return sent;
}

function recipientsOf(
  { store }: CampaignDeps,
  { id: campaign }: StoredCampaign,
  outcome: "accepted" | "unknown",
): AsyncGenerator<readonly RecipientRow[]> {
  return rowPages(pageRows, (page) => store.listRecipients({ campaign, outcome, ...page }));
}

/** Messages whose answer was lost may be buffered too; their id is unknown, which the result says. */
async function listUnknown(deps: CampaignDeps, campaign: StoredCampaign, signal: AbortSignal): Promise<RecallResult[]> {
  const results: RecallResult[] = [];
  for await (const rows of recipientsOf(deps, campaign, "unknown")) {
    throwIfStopped(signal);
    const message = codedText("recall-outcome-unknown");
    const page = rows.map(({ endpoint = "" }) => ({
      endpoint,
      smsId: "",
      requested: false,
      cancelled: false,
      delivery: "unknown" as const,
      message,
    }));
    results.push(...(await deps.names.attach(campaign.connection, page)));
  }
  return results;
}

async function recallOne(
  connection: CampaignConnection,
  sent: Sent,
  clock: Clock,
  signal: AbortSignal,
): Promise<RecallResult> {
  const { endpoint, smsId, delivery } = sent;
  if (isFinalDelivery(delivery)) {
    const cancelled = delivery === "cancelled";
    const message = codedText(`recall-already-${delivery}`);
    return { endpoint, smsId: smsId ?? "", requested: false, cancelled, delivery, message };
  }
  if (smsId === undefined) {
    const message = codedText("recall-without-id");
    return { endpoint, smsId: "", requested: true, cancelled: false, delivery: "unknown", message };
  }
  const note = {
    operation: "recall-sms" as const,
    target: { kind: "endpoint", id: endpoint },
    before: { sms: smsId },
  };
  const options = { signal, priority: "click", note } as const;
  const startedAt = clock.monotonic();
  for (;;) {
    try {
      const outcome = await cancelAndReadBack(connection.api, endpoint, smsId, options);
      // What was accepted but could not be read back is not known to be cancelled.
      return { endpoint, smsId, requested: true, ...outcome, cancelled: outcome.delivery === "cancelled" };
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      const { kind, retryAfterMs = 0 } = error.details ?? {};
      const waitedMs = clock.monotonic() - startedAt + Number(retryAfterMs);
      // The governor delays the next attempt.
      if (kind === "throttled" && waitedMs <= longestThrottleMs) continue;
      if (isConnectivityError(error)) throw error;
      return { endpoint, smsId, requested: true, cancelled: false, delivery: "unknown", message: textOf(error) };
    }
  }
}
