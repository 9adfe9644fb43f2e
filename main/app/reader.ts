/** The part of the core that answers queries of the fleet's cache, without sessions and background work: for a short command. */
import { connections } from "#shared/contract/connections/connections.ts";
import { fleet } from "#shared/contract/fleet/fleet.ts";
import { records } from "#shared/contract/fleet/records.ts";
import { AppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Clock, Files, Log } from "../core/hosts.ts";
import { type Call, createRouter } from "../core/ipc/router.ts";
import { openReadStore } from "../core/store/read-store.ts";
import { ConnectionStore, describe } from "../features/connections/connection-store.ts";
import { connectionQueries } from "../features/connections/queries.ts";
import { endpointCoverage } from "../features/events/queries-scopes.ts";
import type { FleetConnection } from "../features/fleet/deps.ts";
import { createFleet } from "../features/fleet/fleet.ts";
import { fleetQueries } from "../features/fleet/queries.ts";

export interface Reader {
  /** Answers `connections.list` and the operations of `fleet` and `records` that read the cache; the others fail. */
  readonly call: Call;
  close(): void;
}

export interface ReaderHosts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
}

/** Undefined where the database has to be opened by the whole core. */
export async function openReader({ dataDir, clock, log, files }: ReaderHosts): Promise<Reader | undefined> {
  const store = openReadStore(dataDir);
  if (store === undefined) return undefined;
  const fleetStore = store.use(fleetQueries);
  if (await fleetStore.hasDeferredIndex()) {
    store.close();
    return undefined;
  }
  const connectionStore = new ConnectionStore(store.use(connectionQueries), clock);
  const ignore = (): void => undefined;
  const { handlers, records: recordHandlers } = createFleet({
    store: fleetStore,
    connections: {
      open: async (name) => withoutService(await connectionStore.find(name)),
      openById: async (id) => withoutService(await connectionStore.byId(id)),
    },
    clock,
    log,
    files,
    coverageOf: (id, span) => store.use({ endpointCoverage }).endpointCoverage(id, span),
    onChanged: ignore,
    onProgress: ignore,
    onSyncEnded: ignore,
    onAudiencesChanged: ignore,
  });
  const { list } = connections.operations;
  const call = createRouter(
    { fleet, records, connections: { operations: { list }, topics: {} } },
    {
      fleet: handlers,
      records: recordHandlers,
      connections: { list: async () => ({ connections: (await connectionStore.all()).map(describe) }) },
    },
    log,
  );
  return { call, close: () => store.close() };
}

function withoutService({ id, name }: { readonly id: number; readonly name: string }): FleetConnection {
  return {
    id,
    name,
    get api(): never {
      throw new AppError("internal", codedText("internal"));
    },
  };
}
