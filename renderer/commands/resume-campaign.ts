import { whyNot } from "../features/campaigns/deeds-model.ts";
import { fleet } from "../lib/fleet.ts";
import type { Command } from "./command.ts";
import { campaignHere } from "./pause-campaign.ts";

/** A first start is confirmed on the page itself: this verb only goes on. */
export const resumeCampaign: Command = {
  id: "resume-campaign",
  title: "Resume this campaign",
  group: "Campaigns",
  words: "continue go on sending",
  enabled: (state) => {
    const here = campaignHere(state);
    return here?.startedAt !== undefined && whyNot("start", here) === undefined;
  },
  run: async (state) => {
    const here = campaignHere(state);
    if (here !== undefined) state.putCampaign(await fleet.campaigns.start({ campaignId: here.campaignId }));
  },
};
