import { t } from "#shared/texts/text.ts";
import { unavailableReason } from "../../features/campaigns/campaign-action.ts";
import type { Command } from "./command.ts";
import { openCampaignOf } from "./pause-campaign.ts";

/** Opens the confirmation on the campaign's page: the number of messages and the connection. */
export const resumeCampaign: Command = {
  id: "resume-campaign",
  title: t(($) => $.shell.commands.resumeCampaign.title),
  group: "campaigns",
  keywords: t(($) => $.shell.commands.resumeCampaign.keywords),
  enabled: (state) => {
    const here = openCampaignOf(state);
    return here?.startedAt !== undefined && unavailableReason("start", here) === undefined;
  },
  run: ({ setQuery }) => setQuery({ resume: "ask" }, { replace: true }),
};
