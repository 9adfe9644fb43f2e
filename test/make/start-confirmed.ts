/** Starts a campaign with its number of recipients confirmed. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";

export async function startConfirmed(
  { campaigns }: Pick<FleetClient, "campaigns">,
  campaignId: string,
): Promise<CampaignStatus> {
  const { counts } = await campaigns.status({ campaignId });
  return campaigns.start({ campaignId, confirm: counts.planned - counts.excluded });
}
