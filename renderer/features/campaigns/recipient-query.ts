/** Recipients of a campaign as a paged list. */
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import { fleet } from "../../lib/fleet.ts";
import type { RowQuery } from "../../lib/data-source.ts";

/** Mutable and not part of the state: the cost of the last read, for the throttle of refreshes. */
export interface RecipientCost {
  /** Time the core needed for the last page and count in ms; with filters it may scan every row. */
  costMs: number;
}

export function recipientQuery(campaignId: string, filter: RecipientFilter, cost: RecipientCost): RowQuery<Recipient> {
  const query = { campaignId, ...filter };
  return {
    key: JSON.stringify(query),
    source: {
      page: async ({ cursor, ...range }, signal) => {
        const after = cursor === undefined ? {} : { after: Number(cursor) };
        const startedAt = performance.now();
        const { items, next } = await fleet.campaigns.recipients({ ...query, ...range, ...after }, signal);
        cost.costMs = performance.now() - startedAt;
        return { items, nextCursor: next === undefined ? undefined : String(next) };
      },
      count: async (signal) => {
        const startedAt = performance.now();
        const { total } = await fleet.campaigns.countRecipients(query, signal);
        cost.costMs += performance.now() - startedAt;
        return total;
      },
    },
  };
}
