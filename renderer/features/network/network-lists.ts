/** The four lists of the network pages: cached by main, and refreshed from the service. */
import { type OutputOf, runRefresh, useRefreshable } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { AsyncState } from "../../lib/async-state.ts";

const refreshes = {
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

/** A list and its refresh as one state. */
export function useNetworkList<L extends NetworkList>(list: L): AsyncState<OutputOf<L>> {
  return useRefreshable<L, (typeof refreshes)[L]>(list, refreshes[list], {});
}
