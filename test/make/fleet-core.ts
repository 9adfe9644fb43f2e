/**
 * The fleet without the rest of the core, for what is only visible to its callers inside the core: each page of a sync (its topic is
 * throttled), and the directory of endpoints. Other tests of the fleet use the whole core.
 */
import type { ApiClient } from "../../main/core/api/client.ts";
import { createFleet, type Fleet } from "../../main/features/fleet/fleet.ts";
import type { FleetDeps } from "../../main/features/fleet/deps.ts";
import type { fleetQueries } from "../../main/features/fleet/queries.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";
import type { Simulator } from "../../main/simulator/simulator.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { makeApiClient, makeAuthorizer } from "./api-client.ts";
import { administer, countRequests, signIn } from "./service-client.ts";
import { openScratchStore } from "./store.ts";

export interface FleetCore extends Fleet, AsyncDisposable {
  readonly api: ApiClient;
  readonly context: { readonly signal: AbortSignal };
  /** Changes the service's records. */
  mutate(mutation: object): Promise<void>;
  requests(operation: string): Promise<number>;
}

export type FleetCoreOptions = Partial<Pick<FleetDeps, "clock" | "onProgress" | "onSyncEnded">>;

/** Over a simulator that the caller closes; `baseUrl` may point to a proxy in front of it. */
export async function openFleetCore(
  service: Pick<Simulator, "baseUrl" | "applicationToken">,
  options: FleetCoreOptions = {},
): Promise<FleetCore> {
  const clock = options.clock ?? createSystemClock();
  const store = await openScratchStore(clock);
  const token = await signIn(service);
  const api = makeApiClient(service.baseUrl, { authorizer: makeAuthorizer({ token: () => Promise.resolve(token) }) });
  const connection = { id: 1, name: "practice", api };
  const fleet = createFleet({
    store: store.use<typeof fleetQueries>("fleet"),
    connections: { open: () => Promise.resolve(connection), openById: () => Promise.resolve(connection) },
    clock,
    log: createFakeLog(),
    coverageOf: () => Promise.resolve({ all: false, endpoints: [] }),
    onChanged: () => undefined,
    onProgress: () => undefined,
    onSyncEnded: () => undefined,
    onAudiencesChanged: () => undefined,
    files: { saveAs: () => Promise.resolve(undefined), open: () => Promise.resolve(undefined) },
    ...options,
  });
  return {
    ...fleet,
    api,
    context: { signal: new AbortController().signal },
    mutate: async (mutation) => void (await administer(service, "mutate", mutation)),
    requests: (operation) => countRequests(service, operation),
    [Symbol.asyncDispose]: async () => {
      await api.close();
      await store[Symbol.asyncDispose]();
    },
  };
}
