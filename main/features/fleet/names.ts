/** Names of endpoints, for features that only have their ids. */
import type { FleetTools } from "./deps.ts";

export interface EndpointNames {
  /** Names by id, from the cache; an id without a name, or that is not cached, has no entry. */
  of(connectionId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of endpoints whose name contains `text`, in any case; at most 5,000. */
  holding(connectionId: number, text: string): Promise<readonly string[]>;
}

const mostMatches = 5_000;

export function createNames({ store }: Pick<FleetTools, "store">): EndpointNames {
  return {
    of: async (connectionId, ids) => new Map(await store.namesOfEndpoints(connectionId, [...new Set(ids)])),
    holding: (connectionId, text) => store.endpointsNamed(connectionId, text, mostMatches),
  };
}
