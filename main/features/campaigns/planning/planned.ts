/** The input that a campaign was planned with, stored so that it can be viewed and planned again. */
import type { z } from "zod";
import { planSchema } from "#shared/contract/campaigns/campaigns.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";

const storedSchema = planSchema.omit({ audience: true, connection: true }).extend({
  audience: planSchema.shape.audience.optional(),
});

/** A longer list of ids is not stored a second time, because the recipients contain it. */
const mostIds = 10_000;

type Planned = z.output<typeof storedSchema>;

/** Serialises the plan input for storage. */
export function writePlanned({ connection: _connection, audience, ...rest }: z.output<typeof planSchema>): string {
  const large = audience.some(({ source }) => "ids" in source && source.ids.length > mostIds);
  return JSON.stringify(large ? rest : { ...rest, audience });
}

/** Parses the stored plan input; for a campaign without one, derives it from the campaign row. */
export function readPlanned(campaign: StoredCampaign, stored: string | undefined): Planned {
  const parsed = stored === undefined ? undefined : storedSchema.safeParse(JSON.parse(stored));
  if (parsed?.success === true) return parsed.data;
  const { schedule, suppressFile, stopRule, whenNotListed } = campaign.options;
  return storedSchema.parse({
    name: campaign.name,
    from: campaign.sourceAddress,
    text: campaign.template,
    stopRule,
    whenNotListed,
    concurrency: campaign.concurrency,
    ...(campaign.setRate === undefined ? {} : { rate: campaign.setRate }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(suppressFile === undefined ? {} : { suppressFile }),
  });
}
