/** The list of campaigns: its filter and order in the address, and its rows as a paged list. */
import type { CampaignSort, CampaignState, CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RowQuery } from "../../lib/data-source.ts";
import { fleet } from "../../lib/fleet.ts";
import { campaignStateLabels } from "../../lib/outcome-labels.ts";
import type { StatusTone } from "../../lib/records.ts";

const states = Object.keys(campaignStateLabels) as readonly CampaignState[];
export const campaignSorts: readonly CampaignSort[] = [
  "name",
  "state",
  "recipients",
  "accepted",
  "delivered",
  "asExpected",
  "createdAt",
  "startedAt",
];

export interface CampaignListing {
  readonly states: readonly CampaignState[];
  readonly search: string;
  readonly sort: CampaignSort;
  readonly descending: boolean;
}

/** Invalid values are replaced by their defaults: an address may be typed by hand. */
export function parseListing(query: Readonly<Record<string, string>>): CampaignListing {
  const named = (query["state"] ?? "").split(",");
  const [field, direction] = (query["sort"] ?? "").split(" ");
  const sort = campaignSorts.find((one) => one === field);
  return {
    states: states.filter((state) => named.includes(state)),
    search: (query["search"] ?? "").slice(0, 200),
    sort: sort ?? "createdAt",
    descending: sort === undefined || direction === "desc",
  };
}

/** The sort parameter of the address; undefined for the default order, the newest first. */
export function writeSort(sort: CampaignSort, descending: boolean): string | undefined {
  if (sort === "createdAt" && descending) return undefined;
  return descending ? `${sort} desc` : sort;
}

export function campaignRowQuery(connection: string, listing: CampaignListing): RowQuery<CampaignStatus> {
  const { states, search, ...order } = listing;
  const filter = {
    connection,
    state: states.length === 0 ? undefined : [...states],
    search: search.trim() === "" ? undefined : search,
  };
  return {
    key: JSON.stringify([connection, listing]),
    source: {
      page: async (range, signal) => {
        const { campaigns: items, nextCursor } = await fleet.campaigns.list({ ...filter, ...order, ...range }, signal);
        return { items, nextCursor };
      },
      count: async (signal) => (await fleet.campaigns.list({ ...filter, limit: 1 }, signal)).total,
    },
  };
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
