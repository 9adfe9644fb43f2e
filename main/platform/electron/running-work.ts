/** The work that quitting would interrupt, in sentences. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Call } from "../../core/ipc/router.ts";

interface RunningSync {
  readonly connection: string;
  readonly collection: Collection;
}

const collectionNames: Readonly<Record<Collection, string>> = {
  endpoint: t(($) => $.shell.collections.endpoint.many),
  sim: t(($) => $.shell.collections.sim.many),
  imsi: t(($) => $.shell.collections.imsi.many),
  organisation: t(($) => $.shell.collections.organisation.many),
  user: t(($) => $.shell.collections.user.many),
  tariff_plan: t(($) => $.shell.collections.tariffPlan.many),
};

/** Campaigns that send now; none when the core does not answer. */
export async function sendingCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  return (await allCampaigns(call)).filter(({ state }) => state === "running");
}

/** Campaigns that send now or later automatically: the scope of “Stop all sending”. */
export async function activeCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  const active: readonly CampaignStatus["state"][] = ["running", "waiting", "scheduled"];
  return (await allCampaigns(call)).filter(({ state }) => active.includes(state));
}

/** Calls the core; a failed call yields nothing, since the failure is logged. */
export async function runningWork(call: Call): Promise<readonly string[]> {
  const [campaigns, syncs] = await Promise.all([allCampaigns(call), call("fleet.syncs", {})]);
  return [
    ...campaigns.flatMap(sentenceOf),
    ...(syncs.ok ? (syncs.value as { readonly syncs: readonly RunningSync[] }).syncs : []).map(
      ({ connection, collection }) =>
        t(($) => $.shell.interrupted.sync, { connection, collection: collectionNames[collection] }),
    ),
  ];
}

async function allCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  const answer = await call("campaigns.list", {});
  return answer.ok ? (answer.value as { readonly campaigns: readonly CampaignStatus[] }).campaigns : [];
}

/** A waiting campaign is interrupted as much as a sending one. */
function sentenceOf({ name, state, counts: { pending } }: CampaignStatus): readonly string[] {
  if (state === "running") return [t(($) => $.shell.interrupted.sending, { name, count: pending })];
  if (state === "scheduled") return [t(($) => $.shell.interrupted.scheduled, { name })];
  return state === "waiting" ? [t(($) => $.shell.interrupted.waiting, { name })] : [];
}
