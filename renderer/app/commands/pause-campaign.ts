import { t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { unavailableReason } from "../../features/campaigns/campaign-action.ts";
import { fleet } from "../../lib/fleet.ts";
import { idle, dataOf } from "../../lib/async-state.ts";
import type { State } from "../store/store.ts";
import type { Command } from "./command.ts";

/** The campaign whose page is open. */
export function openCampaignOf({ address, campaign }: State): CampaignStatus | undefined {
  const [page, id] = address.path;
  return page === "campaigns" && campaign?.campaignId === id ? dataOf(campaign?.status ?? idle) : undefined;
}

export const pauseCampaign: Command = {
  id: "pause-campaign",
  title: t(($) => $.shell.commands.pauseCampaign.title),
  group: "campaigns",
  keywords: t(($) => $.shell.commands.pauseCampaign.keywords),
  enabled: (state) => {
    const here = openCampaignOf(state);
    return here !== undefined && unavailableReason("pause", here) === undefined;
  },
  run: async (state) => {
    const here = openCampaignOf(state);
    if (here !== undefined) state.updateCampaign(await fleet.campaigns.pause({ campaignId: here.campaignId }));
  },
};
