import { whyNot } from "../features/campaigns/campaign-model.ts";
import { fleet } from "../lib/fleet.ts";
import type { Command } from "./command.ts";
import { campaignHere } from "./pause-campaign.ts";

/** A first start has its own page, where the number of recipients is confirmed: this verb only goes on. */
export const resumeCampaign: Command = {
  id: "resume-campaign",
  title: "Resume this campaign",
  group: "Campaigns",
  words: "continue go on sending",
  enabled: (state) => {
    const status = campaignHere(state);
    return status?.startedAt !== undefined && whyNot("start", status) === undefined;
  },
  run: async (state) => {
    const status = campaignHere(state);
    if (status !== undefined) state.putCampaign(await fleet.campaigns.start({ campaignId: status.campaignId }));
  },
};
