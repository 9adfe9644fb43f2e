/** A list of the network pages: cached by main, and refreshed from the service. */
import { type OutputOf, useRefreshable } from "../../data/fleet-query.ts";
import type { AsyncState } from "../../lib/async-state.ts";
import { type NetworkList, refreshes } from "./network-lists.ts";

/** A list and its refresh as one state. */
export function useNetworkList<L extends NetworkList>(list: L): AsyncState<OutputOf<L>> {
  return useRefreshable<L, (typeof refreshes)[L]>(list, refreshes[list], {});
}
