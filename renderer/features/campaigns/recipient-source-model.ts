/** Recipients of a campaign as the rows of a long list. */
import type { Recipient } from "#contract/campaign-words.ts";
import type { RecipientFilter } from "#contract/campaigns.ts";
import { fleet } from "../../lib/fleet.ts";
import type { RowQuestion } from "../../lib/row-source.ts";

/** Changes with every frame, so it is no part of the state. */
export interface RecipientPlace {
  /** Pixels of rows above what is seen. */
  offset: number;
  /** What the last page and count cost the core: with filters it may have to look at every row. */
  costMs: number;
}

export function recipientQuestion(
  campaignId: string,
  filter: RecipientFilter,
  place: RecipientPlace,
): RowQuestion<Recipient> {
  const asked = { campaignId, ...filter };
  return {
    key: JSON.stringify(asked),
    source: {
      page: async ({ cursor, ...ask }, signal) => {
        const after = cursor === undefined ? {} : { after: Number(cursor) };
        const begun = performance.now();
        const { items, next } = await fleet.campaigns.recipients({ ...asked, ...ask, ...after }, signal);
        place.costMs = performance.now() - begun;
        return { items, nextCursor: next === undefined ? undefined : String(next) };
      },
      count: async (signal) => {
        const begun = performance.now();
        const { total } = await fleet.campaigns.countRecipients(asked, signal);
        place.costMs += performance.now() - begun;
        return total;
      },
    },
  };
}
