/** The lists of the network pages: cached by main, and refreshed from the service. */
import { useCallback, useEffect } from "react";
import { type OutputOf, runRefresh, useFleetQuery, useRefreshable } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";

const refreshes = {
  "dns.list": "dns.refresh",
  "profiles.list": "profiles.refresh",
  "streams.list": "streams.refresh",
  "streams.callbacks": "streams.refreshCallbacks",
} as const;

export type NetworkList = keyof typeof refreshes;

/** A list and its refresh as one state. */
export function useNetworkList<L extends NetworkList>(list: L): AsyncState<OutputOf<L>> {
  return useRefreshable<L, (typeof refreshes)[L]>(list, refreshes[list], {});
}

/** Resolves when the refreshed lists are loaded; a failure is shown as the state of its list. */
export async function refreshLists(...lists: readonly NetworkList[]): Promise<void> {
  await Promise.all(
    lists.map(async (list) => {
      if (await runRefresh(refreshes[list], {})) await reloadQueries(list);
    }),
  );
}

export interface NetworkLists {
  readonly busy: boolean;
  readonly refresh: () => Promise<void>;
}

/** Reloads both lists when their page is opened, from the service if they were never loaded. */
export function useNetworkLists(first: NetworkList, second: NetworkList): NetworkLists {
  useOpenList(first);
  useOpenList(second);
  const busy = [useNetworkList(first), useNetworkList(second)].some(({ state }) => state === "loading");
  return { busy, refresh: useCallback(() => refreshLists(first, second), [first, second]) };
}

function useOpenList(list: NetworkList): void {
  const data = dataOf(useFleetQuery(list, {}, { reloadOnOpen: true }));
  const neverLoaded = data !== undefined && ("list" in data ? data.list : data).state === "never";
  useEffect(() => {
    if (neverLoaded) void refreshLists(list);
  }, [list, neverLoaded]);
}
