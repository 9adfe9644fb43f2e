/** The connection that all requests use, and the data that belongs to it. */
import type { Connection } from "#shared/contract/connections/connections.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { cachedData, type OutputOf, useFleetData } from "./fleet-query.ts";

type ConnectionOperation = "session.get" | "connections.governor" | "connections.reachability";

/** Outside components; actions are evaluated again when it changes. */
export function currentConnection(): Connection | undefined {
  return cachedData("connections.list", {})?.connections.find(({ current }) => current);
}

export function useConnection(): Connection | undefined {
  return useFleetData("connections.list", {})?.connections.find(({ current }) => current);
}

export function useConnectionData<N extends ConnectionOperation>(operation: N): OutputOf<N> | undefined {
  const connection = useConnection()?.name;
  return useFleetData<ConnectionOperation>(operation, connection === undefined ? undefined : { connection }) as
    | OutputOf<N>
    | undefined;
}

/** Age and completeness of its cached endpoints. */
export function useEndpointCache(): Completeness | undefined {
  const connection = useConnection()?.name;
  return useFleetData(
    "fleet.completeness",
    connection === undefined ? undefined : { connection, collection: "endpoint" },
  );
}
