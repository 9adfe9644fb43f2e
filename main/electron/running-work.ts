/** What a person would interrupt by leaving, in sentences. */
import type { CampaignStatus } from "#contract/campaigns.ts";
import type { Call } from "../ipc/router.ts";

interface RunningSync {
  readonly connection: string;
  readonly collection: string;
}

/** Asks the core; a question that fails answers nothing: it has its failure in the log. */
export async function runningWork(call: Call): Promise<readonly string[]> {
  const [campaigns, syncs] = await Promise.all([call("campaigns.list", {}), call("fleet.syncs", {})]);
  return [
    ...(campaigns.ok ? (campaigns.value as { readonly campaigns: readonly CampaignStatus[] }).campaigns : [])
      .filter(({ state }) => state === "running")
      .map(({ name, counts: { pending } }) => `The campaign "${name}" is sending; ${pending} are not started yet.`),
    ...(syncs.ok ? (syncs.value as { readonly syncs: readonly RunningSync[] }).syncs : []).map(
      ({ connection, collection }) => `The local copy of ${connection} (${collection}) is being renewed.`,
    ),
  ];
}
