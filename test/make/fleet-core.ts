/** The fleet over real HTTP and a real database file, without the rest of the core. */
import type { Collection } from "../../preload/contract/fleet.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiClient } from "../../main/api/client.ts";
import { createFleet, type Fleet } from "../../main/features/fleet/fleet.ts";
import type { FleetParts } from "../../main/features/fleet/parts.ts";
import type { fleetQueries } from "../../main/features/fleet/queries.ts";
import type { Clock } from "../../main/hosts.ts";
import { createSystemClock } from "../../main/node/clock.ts";
import type { Simulator } from "../../main/simulator/simulator.ts";
import type { Store } from "../../main/store/db.ts";
import { openStore } from "../../main/store/open.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { makeApiClient, makeAuthorizer } from "./api-client.ts";
import { storeWorkerUrl } from "./thread-urls.ts";

export interface FleetCore extends Fleet {
  readonly store: Store;
  readonly queries: FleetParts["store"];
  readonly api: ApiClient;
  readonly context: { readonly signal: AbortSignal };
  /** Changes records at the service. */
  mutate(change: object): Promise<void>;
  /** Requests for lists of this collection the service has had so far. */
  listings(collection: Collection): Promise<number>;
  close(): Promise<void>;
}

export interface FleetCoreOptions {
  readonly clock?: Clock;
  readonly onProgress?: FleetParts["onProgress"];
  readonly onSyncEnded?: FleetParts["onSyncEnded"];
  readonly onAudiencesChanged?: FleetParts["onAudiencesChanged"];
  /** Where a person lets an export go; undefined when they think better of it. */
  readonly saveTo?: () => string | undefined;
}

/** Signs in at the simulator and opens a new database; `close` removes it. */
export async function makeFleetCore(
  service: Simulator,
  {
    clock = createSystemClock(),
    onProgress = () => undefined,
    onSyncEnded = () => undefined,
    onAudiencesChanged = () => undefined,
    saveTo = () => undefined,
  }: FleetCoreOptions = {},
): Promise<FleetCore> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdesk-fleet-"));
  const log = createFakeLog();
  const store = await openStore({ dataDir, workerUrl: storeWorkerUrl, log, clock });
  const token = await signIn(service);
  const api = makeApiClient(service.baseUrl, { authorizer: makeAuthorizer({ token: () => Promise.resolve(token) }) });
  const queries = store.use<typeof fleetQueries>("fleet");
  const connection = { id: 1, name: "practice", api };
  const connections = { open: () => Promise.resolve(connection), openById: () => Promise.resolve(connection) };
  const fleet = createFleet({
    store: queries,
    connections,
    clock,
    log,
    onChanged: () => undefined,
    onProgress,
    onSyncEnded,
    onAudiencesChanged,
    files: { saveAs: () => Promise.resolve(saveTo()), open: () => Promise.resolve(undefined) },
  });
  return {
    ...fleet,
    store,
    queries,
    api,
    context: { signal: new AbortController().signal },
    mutate: async (change) => {
      const answer = await fetch(`${service.baseUrl}/_simulator/mutate`, {
        method: "POST",
        body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    listings: async (collection) => {
      const answer = await fetch(`${service.baseUrl}/_simulator/requests`);
      const { operations } = (await answer.json()) as { readonly operations: Readonly<Record<string, number>> };
      return operations[`${collection}.list`] ?? 0;
    },
    close: async () => {
      await api.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(service: Simulator): Promise<string> {
  const body = JSON.stringify({ application_token: service.applicationToken });
  const answer = await fetch(`${service.baseUrl}/api/v1/authenticate`, { method: "POST", body });
  return ((await answer.json()) as { readonly auth_token: string }).auth_token;
}
