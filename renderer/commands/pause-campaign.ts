import { type Standing, whyNot } from "../features/campaigns/deeds-model.ts";
import { fleet } from "../lib/fleet.ts";
import { never, shown } from "../lib/remote.ts";
import type { State } from "../store/store.ts";
import type { Command } from "./command.ts";

/** The campaign whose page is open. */
export function campaignHere({ address, campaign }: State): Standing | undefined {
  const [page, id] = address.path;
  const status = page !== "campaigns" || campaign?.campaignId !== id ? undefined : shown(campaign?.status ?? never);
  return status === undefined ? undefined : { status, rings: campaign?.rings ?? [] };
}

export const pauseCampaign: Command = {
  id: "pause-campaign",
  title: "Pause this campaign",
  group: "Campaigns",
  words: "hold stop sending",
  enabled: (state) => {
    const here = campaignHere(state);
    return here !== undefined && whyNot("pause", here) === undefined;
  },
  run: async (state) => {
    const here = campaignHere(state);
    if (here !== undefined) state.putCampaign(await fleet.campaigns.pause({ campaignId: here.status.campaignId }));
  },
};
