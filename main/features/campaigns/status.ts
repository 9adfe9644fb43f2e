/** Status of a campaign: state, counts, delivery, rate and what it waits for. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import { replyBefore } from "./watching/evaluate-watch.ts";

export async function campaignStatus(
  deps: CampaignDeps,
  runs: CampaignRuns,
  stored: StoredCampaign,
): Promise<CampaignStatus> {
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
