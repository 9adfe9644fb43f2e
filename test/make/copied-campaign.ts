/** One campaign to 39 recipients whose database or state is copied, restored or lost. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { PlanInput } from "#shared/contract/campaigns/campaigns.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Core } from "./core.ts";

/** Of the first 40 endpoints one is disabled. */
export const recipients = 39;

export async function plan(core: Core, extra: Partial<PlanInput> = {}): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "copied",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(40) } } }],
    concurrency: 4,
    ...extra,
  });
  return campaignId;
}

export async function run(core: Core, campaignId: string): ReturnType<Core["untilCampaign"]> {
  await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
  await core.client.campaigns.start({ campaignId });
  return core.untilCampaign(campaignId, "finished");
}

/** Slow enough that most messages are still pending when the first ones are accepted. */
export const slowly = { rate: 8 };

export async function untilAccepted(core: Core, campaignId: string, many: number): Promise<void> {
  await core.waitFor(
    "campaigns.progress",
    () => core.client.campaigns.status({ campaignId }),
    ({ counts }) => counts.accepted >= many,
  );
}

/** Sends to the first recipients, then pauses. */
export async function sendSome(core: Core, campaignId: string): Promise<void> {
  await core.client.campaigns.setSpeed({ campaignId, ...slowly });
  await core.client.campaigns.start({ campaignId });
  await untilAccepted(core, campaignId, 3);
  await core.client.campaigns.pause({ campaignId });
  await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
}

/** Number of messages that the service accepted, and number of their endpoints. */
export function sent(core: Core): { readonly messages: number; readonly endpoints: number } {
  const entries = core.simulator.ledger();
  return { messages: entries.length, endpoints: new Set(entries.map(({ endpointId }) => endpointId)).size };
}

export const once = { messages: recipients, endpoints: recipients };

export async function reasons(client: FleetClient, campaignId: string): Promise<readonly string[]> {
  const { steps } = await client.campaigns.steps({ campaignId });
  return steps.flatMap(({ event, reason }) => (event === "unverified" && reason !== undefined ? [reason] : []));
}

/** Kills the program in the middle of a run, then restores the database from an earlier moment of the same run. */
export async function killInTheMiddle(core: Core, speed = slowly): Promise<string> {
  const campaignId = await plan(core, speed);
  await core.client.campaigns.start({ campaignId });
  await untilAccepted(core, campaignId, 2);
  const restore = core.backUp();
  await untilAccepted(core, campaignId, 9);
  await core.crash(restore);
  await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
  return campaignId;
}

/** Starts the campaign and waits until it is finished or needs an operator. */
export async function runToEnd(core: Core, campaignId: string): Promise<CampaignStatus> {
  await core.client.campaigns.start({ campaignId });
  return core.waitFor(
    "campaigns.changed",
    () => core.client.campaigns.status({ campaignId }),
    ({ state }) => state === "finished" || state === "paused",
  );
}
