/** Contract handlers for delivery checks. */
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import type { Watcher } from "./watching/watcher.ts";

export interface WatchingHandlersDeps {
  readonly deps: CampaignDeps;
  readonly watcher: Watcher;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
}

export function createWatchingHandlers({
  deps,
  watcher,
  find,
}: WatchingHandlersDeps): Pick<Handlers<typeof campaigns>, "checkDelivery"> {
  const { store, clock } = deps;
  return {
    async checkDelivery({ campaignId, dueOnly }, { signal }) {
      const { id, connection } = await find(campaignId);
      const opened = await deps.connections.openById(connection);
      if (!dueOnly) await store.watchNow({ campaign: id, now: clock.now() });
      const checked = await watcher.checkNow(opened, id, signal);
      const { nextAt } = await store.dueWatches({ connection, campaign: id, now: clock.now(), limit: 1 });
      return { checked, open: await store.countWatched(id), nextAt };
    },
  };
}
