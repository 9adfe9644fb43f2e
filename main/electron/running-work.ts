/** What a person would interrupt by leaving, in sentences. */
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { Call } from "../ipc/router.ts";

interface RunningSync {
  readonly connection: string;
  readonly collection: string;
}

/** Campaigns that send now; none when the core does not answer. */
export async function sendingCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  return (await allCampaigns(call)).filter(({ state }) => state === "running");
}

/** Asks the core; a question that fails answers nothing: it has its failure in the log. */
export async function runningWork(call: Call): Promise<readonly string[]> {
  const [campaigns, syncs] = await Promise.all([allCampaigns(call), call("fleet.syncs", {})]);
  return [
    ...campaigns.flatMap(sentenceOf),
    ...(syncs.ok ? (syncs.value as { readonly syncs: readonly RunningSync[] }).syncs : []).map(
      ({ connection, collection }) => `The local copy of ${connection} (${collection}) is being renewed.`,
    ),
  ];
}

async function allCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  const answer = await call("campaigns.list", {});
  return answer.ok ? (answer.value as { readonly campaigns: readonly CampaignStatus[] }).campaigns : [];
}

/** One that waits for its time, or for its canary, is interrupted as much as one that sends. */
function sentenceOf({ name, state, reason, ring, counts: { pending } }: CampaignStatus): readonly string[] {
  if (state === "running") return [`The campaign "${name}" is sending; ${pending} are not started yet.`];
  if (reason === "canary-gate" && ring?.phase === "waiting") {
    return [`The campaign "${name}" waits at a gate; it does not go on while Fleetdesk is closed.`];
  }
  const isWaiting = state === "scheduled" || (state === "paused" && reason === "quiet-hours");
  return isWaiting ? [`The campaign "${name}" waits for its time; it does not start while Fleetdesk is closed.`] : [];
}
