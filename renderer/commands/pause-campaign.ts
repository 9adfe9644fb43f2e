import type { CampaignStatus } from "#contract/campaign-words.ts";
import { whyNot } from "../features/campaigns/campaign-model.ts";
import { fleet } from "../lib/fleet.ts";
import { shown } from "../lib/remote.ts";
import type { State } from "../store/store.ts";
import type { Command } from "./command.ts";

/** The campaign whose page is open. */
export function campaignHere({ address, campaign }: State): CampaignStatus | undefined {
  const [page, id] = address.path;
  return page === "campaigns" && campaign?.campaignId === id && campaign !== undefined
    ? shown(campaign.status)
    : undefined;
}

export const pauseCampaign: Command = {
  id: "pause-campaign",
  title: "Pause this campaign",
  group: "Campaigns",
  words: "hold stop sending",
  enabled: (state) => {
    const status = campaignHere(state);
    return status !== undefined && whyNot("pause", status) === undefined;
  },
  run: async (state) => {
    const status = campaignHere(state);
    if (status !== undefined) state.putCampaign(await fleet.campaigns.pause({ campaignId: status.campaignId }));
  },
};
