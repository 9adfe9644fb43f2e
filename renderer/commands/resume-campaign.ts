import { whyNot } from "../features/campaigns/deeds-model.ts";
import type { Command } from "./command.ts";
import { campaignHere } from "./pause-campaign.ts";

/** Opens the question of the campaign's page: how many messages, and over which connection. */
export const resumeCampaign: Command = {
  id: "resume-campaign",
  title: "Resume this campaign…",
  group: "Campaigns",
  words: "continue go on sending",
  enabled: (state) => {
    const here = campaignHere(state);
    return here?.startedAt !== undefined && whyNot("start", here) === undefined;
  },
  run: ({ refine }) => refine({ resume: "ask" }, { replace: true }),
};
