/** Filter of the campaign list. Pure. */
import type { CampaignState, CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { campaignStateLabels } from "../../lib/outcome-labels.ts";
import type { StatusTone } from "../../lib/records.ts";

const states = Object.keys(campaignStateLabels) as readonly CampaignState[];

export function listFilter(query: Readonly<Record<string, string>>): {
  readonly states: readonly CampaignState[];
  readonly search: string;
} {
  const named = (query["state"] ?? "").split(",");
  return { states: states.filter((state) => named.includes(state)), search: query["search"] ?? "" };
}

export interface StateChip {
  readonly id: CampaignState;
  readonly text: string;
  readonly count: number;
  readonly tone: StatusTone;
}

/** States of the campaigns in the list, in the order of a campaign's life. */
export function stateChips(campaigns: readonly CampaignStatus[]): readonly StateChip[] {
  return states.flatMap((state) => {
    const many = campaigns.filter((campaign) => campaign.state === state).length;
    return many === 0 ? [] : [{ id: state, count: many, ...campaignStateLabels[state] }];
  });
}
