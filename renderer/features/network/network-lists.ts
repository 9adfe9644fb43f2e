/** The four lists of the network pages, and their refresh from the service. */
import { runRefresh } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";

export const refreshes = {
  "dns.list": "dns.refresh",
  "profiles.list": "profiles.refresh",
  "streams.list": "streams.refresh",
  "streams.callbacks": "streams.refreshCallbacks",
} as const;

export type NetworkList = keyof typeof refreshes;

/** Resolves when the refreshed lists are loaded; a failure is shown as the state of its list. */
export async function refreshLists(...lists: readonly NetworkList[]): Promise<void> {
  await Promise.all(
    lists.map(async (list) => {
      if (await runRefresh(refreshes[list], {})) await reloadQueries(list);
    }),
  );
}
