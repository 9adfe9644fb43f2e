/** Campaigns and quota changes that a command sends, cancels or deletes: none of another connection than the one that was named. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { Call } from "./define-command.ts";
import { usageError } from "./option-values.ts";
import { t } from "./text.ts";

type Scoped = Pick<Call<unknown, unknown>, "client" | "signal" | "scope">;

/** The campaign of a command that names a connection. Throws `invalid-usage` if it belongs to another connection than the one that was named. */
export async function ownCampaign({ client, signal, scope }: Scoped, campaignId: string): Promise<CampaignStatus> {
  const status = await client.campaigns.status({ campaignId }, signal);
  requireConnection(
    scope,
    status.connection,
    t(($) => $.cli.program.campaignItem, { campaign: campaignId }),
  );
  return status;
}

/** As `ownCampaign`, for a quota change. */
export async function ownQuotaChange({ client, signal, scope }: Scoped, change: number): Promise<QuotaChange> {
  const state = await client.quotas.state({ change }, signal);
  requireConnection(
    scope,
    state.connection,
    t(($) => $.cli.program.quotaChangeItem, { change }),
  );
  return state;
}

function requireConnection({ connection: named }: Scoped["scope"], owner: string, item: string): void {
  if (named !== undefined && named !== owner)
    throw usageError(t(($) => $.cli.program.otherConnection, { item, owner, named }));
}
