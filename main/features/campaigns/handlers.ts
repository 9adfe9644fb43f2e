/** Contract handlers of campaigns: plan, start, stop, speed, status. Those that only read are in `reports.ts`. */
import { z } from "zod";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/queries-state.ts";
import { findCampaign, readCampaignId } from "./ledger/sqlite-ledger.ts";
import { planCampaign } from "./planning/plan-campaign.ts";
import { createReports } from "./reports.ts";
import { recallCampaign, reconcileNow, recoverLeftovers, retry } from "./retry.ts";
import { stopAllMessage, type StopRequest } from "./running/run-steps.ts";
import { replyBefore } from "./watching/evaluate-watch.ts";
import type { Watcher } from "./watching/watcher.ts";

export function createCampaignHandlers(
  deps: CampaignDeps,
  runs: CampaignRuns,
  watcher: Watcher,
): Handlers<typeof campaigns> {
  const { store, connections } = deps;
  const find = (campaignId: string): Promise<StoredCampaign> => findCampaign(store, campaignId);
  const status = async (campaignId: string): Promise<CampaignStatus> =>
    campaignStatus(deps, runs, await find(campaignId));

  const requireIdle = async ({ id }: StoredCampaign, purpose: "recall" | "export"): Promise<void> => {
    if (await runs.idle(id)) return;
    throw new AppError("campaign-state", codedText(`campaign-running-${purpose}`, { campaign: String(id) }));
  };

  return {
    ...createReports(deps, (campaign) => requireIdle(campaign, "export")),
    ...createProgressHandlers(deps, runs, watcher),
    plan: (input, { signal }) => planCampaign(deps, input, signal),
    async start({ campaignId, rate, concurrency, takeOver, confirm }) {
      const load = async (): Promise<StoredCampaign> => {
        const campaign = await find(campaignId);
        const { name, options } = await connections.openById(campaign.connection);
        if (options.readOnly) throw new AppError("connection-read-only", codedText("connection-read-only", { name }));
        requireRecipients(campaign);
        await confirmStart(deps, campaign, confirm);
        await setSpeed(deps, runs, campaign, { rate, concurrency });
        return find(campaignId);
      };
      await runs.start(readCampaignId(campaignId), takeOver, load);
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
      const { claims } = await store.sendState(campaign.id);
      await requireIdle(campaign, "recall");
      // After “Stop all sending”, messages in flight have unknown outcomes: they are looked up first, so that those found can be recalled.
      if (campaign.counts.unknown > 0) await reconcileNow(deps, runs, campaign, signal);
      const results = await recallCampaign(deps, campaign, claims, signal);
      const requested = results.filter((result) => result.requested);
      return { results, requested: requested.length, cancelled: requested.filter(({ cancelled }) => cancelled).length };
    },
    reconcile: async ({ campaignId, wait }, { signal }) =>
      reconcileNow(deps, runs, await find(campaignId), signal, wait),
    retry: async ({ campaignId, ...request }, { signal }) => retry(deps, runs, await find(campaignId), request, signal),
    status: ({ campaignId }) => status(campaignId),
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
    const stopped = await runs.stop(readCampaignId(campaignId), action);
    const campaign = await find(campaignId);
    // A run that paused by itself at that moment has not cancelled anything.
    const isLeft = action === "cancel" && campaign.state !== "cancelled" && campaign.state !== "finished";
    if (!stopped || isLeft) await stopIdle(deps, campaign, action);
    return status(campaignId);
  }
}

/** Limit of a list without one. */
const everyCampaign = 1_000_000;
/** Sort value and id of a campaign. */
const afterSchema = z.tuple([z.union([z.string(), z.number()]), z.number()]);

function createProgressHandlers(
  deps: CampaignDeps,
  runs: CampaignRuns,
  watcher: Watcher,
): Pick<Handlers<typeof campaigns>, "list" | "openWave" | "checkDelivery"> {
  const { store, clock, connections } = deps;
  return {
    async openWave({ campaignId, after }) {
      const campaign = await findCampaign(store, campaignId);
      const run = runs.find(campaign.id)?.run;
      const working = run !== undefined && !run.over;
      await store.openWave({ campaign: campaign.id, after, now: clock.now(), working });
      run?.nudgeWave();
      deps.publish("campaigns.changed", { campaignId });
      return campaignStatus(deps, runs, await findCampaign(store, campaignId));
    },
    async checkDelivery({ campaignId, dueOnly }, { signal }) {
      const { id, connection } = await findCampaign(store, campaignId);
      const opened = await connections.openById(connection);
      if (!dueOnly) await store.watchNow({ campaign: id, now: clock.now() });
      const checked = await watcher.checkNow(opened, id, signal);
      const { nextAt } = await store.dueWatches({ connection, campaign: id, now: clock.now(), limit: 1 });
      return { checked, open: await store.countWatched(id), nextAt };
    },
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

/** Pauses or cancels a campaign without a run here. */
async function stopIdle(
  deps: CampaignDeps,
  campaign: StoredCampaign,
  action: Exclude<StopRequest, "quit">,
): Promise<void> {
  const { store, clock } = deps;
  await recoverLeftovers(deps, campaign);
  if (action === "cancel") {
    const message = codedText("cancelled-by-person");
    await store.cancelCampaign({ campaign: campaign.id, code: "cancelled", message, now: clock.now() });
  } else {
    const message = action === "stop-all" ? stopAllMessage : undefined;
    await store.moveCampaign({ campaign: campaign.id, event: "pause", reason: "user", message, now: clock.now() });
  }
  deps.publish("campaigns.changed", { campaignId: String(campaign.id) });
}

/**
 * Aborts everything in flight or starting, and pauses what would send later without an operator, with or without a run in this process.
 * Returns the bulk campaigns that it stopped, and the number of single SMS.
 */
async function stopAllSending(
  deps: CampaignDeps,
  runs: CampaignRuns,
): Promise<{ readonly campaigns: readonly number[]; readonly messages: number }> {
  const stopped = await Promise.all((await runs.stopAll("stop-all")).map((id) => deps.store.getCampaign(id)));
  const campaigns = new Set(stopped.filter(({ kind }) => kind === "bulk").map(({ id }) => id));
  const failures: unknown[] = [];
  for (const campaign of await deps.store.listCampaigns(undefined)) {
    if (!sendsLater(campaign) || !(await runs.idle(campaign.id))) continue;
    await stopIdle(deps, campaign, "stop-all").then(
      () => campaigns.add(campaign.id),
      (cause: unknown) => failures.push(cause),
    );
  }
  // A campaign that cannot be stopped must not prevent stopping the others.
  if (failures.length > 0) throw failures[0];
  return { campaigns: [...campaigns], messages: stopped.filter(({ kind }) => kind === "single").length };
}

function sendsLater({ state }: StoredCampaign): boolean {
  return state === "running" || state === "waiting" || state === "scheduled";
}

// A large campaign starts only once an operator has confirmed its number of recipients. The confirmed number is stored with the
// campaign, so later starts, scheduled ones included, need no new confirmation.

/** Planned recipients that are not excluded, whatever their outcome. */
function recipientCount({ counts }: StoredCampaign): number {
  return counts.planned - counts.excluded;
}

/**
 * Throws `confirmation-needed` (details: field `confirm`, `count`, `segments` and `longest`) where `confirm` differs from the count,
 * or is missing for a large campaign that was never confirmed.
 */
export async function requireConfirmed(
  store: CampaignDeps["store"],
  campaign: StoredCampaign,
  confirm: number | undefined,
): Promise<void> {
  const count = recipientCount(campaign);
  // A cancelled campaign sends nothing, so it needs no confirmation.
  if (campaign.state === "cancelled") return;
  if (confirm === undefined ? count <= maxUnconfirmed || campaign.confirmedRecipients === count : confirm === count) {
    return;
  }
  const { segments, longest } = await store.segmentTotals(campaign.id);
  const size = {
    campaign: campaign.id,
    recipients: codedText("recipients", { count }),
    segments: codedText("segments", { count: segments }),
    longest,
  };
  const message =
    confirm === undefined
      ? codedText("start-unconfirmed", size)
      : codedText("start-misconfirmed", { ...size, confirmed: confirm });
  throw new AppError("confirmation-needed", message, { details: { field: "confirm", count, segments, longest } });
}

/** Like `requireConfirmed`, and stores the confirmation with the campaign. */
async function confirmStart(
  { store, clock }: Pick<CampaignDeps, "store" | "clock">,
  campaign: StoredCampaign,
  confirm: number | undefined,
): Promise<void> {
  await requireConfirmed(store, campaign, confirm);
  if (confirm === undefined || campaign.confirmedRecipients === confirm) return;
  await store.confirmRecipients({ campaign: campaign.id, recipients: confirm, now: clock.now() });
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

// Status of a campaign: state, counts, delivery, rate and what it waits for.

async function campaignStatus(deps: CampaignDeps, runs: CampaignRuns, stored: StoredCampaign): Promise<CampaignStatus> {
  const campaign = withActualState(runs, stored);
  const working = runs.find(campaign.id);
  const names = await deps.connections.names();
  const unverified = await deps.store.unverifiedLeft(campaign.id);
  const tallies = await deps.store.tallies(campaign.id);
  const rate = campaign.state === "running" ? working?.run.rate : undefined;
  const message =
    dormantMessage(runs, campaign) ??
    offlineMessage(campaign) ??
    campaign.message ??
    (campaign.state === "running" ? runningMessage(working) : undefined);
  return {
    campaignId: String(campaign.id),
    name: campaign.name,
    connection: names.get(campaign.connection) ?? String(campaign.connection),
    state: campaign.state,
    counts: campaign.counts,
    matchedByText: campaign.matchedByText,
    unverified: unverified.toLookUp + unverified.unclear === 0 ? undefined : unverified,
    // A delivery without any check is unknown: never counted as undelivered.
    delivery: withRest(tallies.delivery, "unknown", campaign.counts.accepted),
    replies: withRest(tallies.reply, replyBefore(campaign.options), campaign.counts.accepted),
    ...notCheckedOf(campaign, tallies.delivery),
    watching: tallies.watching,
    ...waveOf(campaign),
    concurrency: campaign.concurrency,
    createdAt: campaign.createdAt,
    reason: campaign.reason,
    message,
    waitingSince: campaign.waitingSince,
    rate,
    setRate: campaign.setRate,
    ...eta(campaign, rate),
    ...startOf(campaign),
    startedAt: campaign.startedAt,
    finishedAt: campaign.finishedAt,
  };
}

/** Accepted recipients without a status, in a campaign without delivery checks. */
function notCheckedOf(
  { counts, options }: StoredCampaign,
  tally: Readonly<Record<string, number>>,
): Pick<CampaignStatus, "notChecked"> {
  const notChecked = options.watchHours === 0 ? counts.accepted - sumOf(tally) : 0;
  return notChecked > 0 ? { notChecked } : {};
}

function sumOf(tally: Readonly<Record<string, number>>): number {
  return Object.values(tally).reduce((all, count) => all + count, 0);
}

/** The members sum up to `total`: recipients without data are counted as `rest`. */
function withRest(tally: Readonly<Record<string, number>>, rest: string, total: number): Record<string, number> {
  return { ...tally, [rest]: (tally[rest] ?? 0) + Math.max(0, total - sumOf(tally)) };
}

/** What slows down a run. */
function runningMessage(working: ReturnType<CampaignRuns["find"]>): CodedText | undefined {
  const reason = working?.connection.governor.state().reason;
  return reason === undefined ? working?.run.outage : codedText("rate-limit-wait", { reason });
}

/** A run whose ledger failed could not store its end: nothing is sent, although the stored state is running. */
function withActualState(runs: CampaignRuns, stored: StoredCampaign): StoredCampaign {
  if (stored.state !== "running" || runs.has(stored.id)) return stored;
  const message = runs.failureOf(stored.id) ?? codedText("not-worked-on");
  return { ...stored, state: "paused", reason: "errors", message };
}

/** Without a run in this process: a long-lived process continues the campaign while it is open. */
function dormantMessage(runs: CampaignRuns, { id, state, message }: StoredCampaign): CodedText | undefined {
  if ((state !== "scheduled" && state !== "waiting") || runs.has(id)) return undefined;
  const condition = codedText(state === "scheduled" ? "starts-while-open" : "resumes-while-open");
  return message === undefined ? condition : codedText("text-pair", { first: message, second: condition });
}

function offlineMessage({ reason, message, waitingSince, options }: StoredCampaign): CodedText | undefined {
  if (reason !== "offline" || waitingSince === undefined) return undefined;
  const zone = options.schedule?.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const since = codedText("offline-since", { since: { at: waitingSince, zone } });
  return message === undefined ? since : codedText("text-pair", { first: since, second: message });
}

function waveOf({ openWave: open, waveCount: of, wavePhase: phase }: StoredCampaign): Pick<CampaignStatus, "wave"> {
  return phase === undefined ? {} : { wave: { open, of, phase } };
}

function startOf({ options: { schedule } }: StoredCampaign): Pick<CampaignStatus, "start"> {
  return schedule?.at === undefined ? {} : { start: { at: schedule.at, zone: schedule.zone } };
}

function eta(campaign: StoredCampaign, rate: number | undefined): { etaMs?: number } {
  const open = campaign.counts.pending + campaign.counts.sending;
  if (campaign.state !== "running" || rate === undefined || rate <= 0 || open === 0) return {};
  return { etaMs: Math.round((open / rate) * 1000) };
}
