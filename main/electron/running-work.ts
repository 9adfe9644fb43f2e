/** What a person would interrupt by leaving, in sentences. */
import type { CampaignStatus } from "#contract/campaigns.ts";
import type { Call } from "../ipc/router.ts";

interface RunningSync {
  readonly connection: string;
  readonly collection: string;
}

/** Campaigns that send now; none when the core does not answer. */
export async function sendingCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  const answer = await call("campaigns.list", {});
  if (!answer.ok) return [];
  const { campaigns } = answer.value as { readonly campaigns: readonly CampaignStatus[] };
  return campaigns.filter(({ state }) => state === "running");
}

/** Asks the core; a question that fails answers nothing: it has its failure in the log. */
export async function runningWork(call: Call): Promise<readonly string[]> {
  const [campaigns, syncs] = await Promise.all([sendingCampaigns(call), call("fleet.syncs", {})]);
  return [
    ...campaigns.map(
      ({ name, counts: { pending } }) => `The campaign "${name}" is sending; ${pending} are not started yet.`,
    ),
    ...(syncs.ok ? (syncs.value as { readonly syncs: readonly RunningSync[] }).syncs : []).map(
      ({ connection, collection }) => `The local copy of ${connection} (${collection}) is being renewed.`,
    ),
  ];
}
