/**
 * Connections and sessions without the rest of the core, for what is only visible inside it: the API client that features share, keychain
 * keys without a connection, and one organisation behind two addresses.
 */
import type { ConnectionOptions, Secret } from "#shared/contract/connections/connections.ts";
import { ConnectionStore } from "../../main/features/connections/connection-store.ts";
import { ConnectionGateway } from "../../main/features/connections/gateway.ts";
import { createConnectionHandlers } from "../../main/features/connections/handlers.ts";
import type { connectionQueries } from "../../main/features/connections/queries.ts";
import { ServiceReachability } from "../../main/features/connections/reachability.ts";
import { createAuthenticate } from "../../main/features/connections/session/sign-in.ts";
import { Sessions } from "../../main/features/connections/session/sessions.ts";
import type { Keychain } from "../../main/core/hosts.ts";
import { createAlwaysOnline } from "../../main/platform/node/connectivity.ts";
import { openStore } from "../../main/core/store/open.ts";
import type { FakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { startStoreThread } from "./store-threads.ts";

export interface ConnectedCore extends AsyncDisposable {
  readonly sessions: Sessions;
  readonly gateway: ConnectionGateway;
  readonly connectionStore: ConnectionStore;
  connect(name: string, baseUrl: string, secret: Secret, options?: Partial<ConnectionOptions>): Promise<void>;
}

export interface ConnectedHosts {
  readonly dataDir: string;
  readonly clock: FakeClock;
  readonly keychain: Keychain;
}

const proxy = { resolve: () => Promise.resolve(undefined) };

/** Opens the data directory as it is; dispose the result and open it again to simulate a new process. */
export async function openConnectedCore({ dataDir, clock, keychain }: ConnectedHosts): Promise<ConnectedCore> {
  const log = createFakeLog();
  const store = await openStore({ dataDir, startThread: startStoreThread, log, clock });
  const connectionStore = new ConnectionStore(store.use<typeof connectionQueries>("connections"), clock);
  const authenticate = createAuthenticate({ clock, log, proxy });
  const ignore = (): void => undefined;
  const sessions = new Sessions({
    store: connectionStore,
    clock,
    log,
    keychain,
    authenticate,
    requireWritable: ignore,
    onChanged: ignore,
  });
  const reachability = new ServiceReachability({
    clock,
    connectivity: createAlwaysOnline(),
    keepAlive: false,
    onChanged: ignore,
  });
  const authorizer = sessions.authorizer.bind(sessions);
  const gateway = new ConnectionGateway({
    store: connectionStore,
    authorizer,
    clock,
    log,
    proxy,
    reachability,
    onGovernorChanged: ignore,
  });
  const handlers = createConnectionHandlers({
    store: connectionStore,
    signIns: sessions,
    campaigns: {
      ofConnection: () => Promise.resolve({ open: 0, running: 0 }),
      probeNow: ignore,
    },
    quotas: { isActive: () => Promise.resolve(false) },
    views: gateway,
    endSession: (id, vaultKey) => sessions.replaced(id, vaultKey),
    onDeleted: (id) => gateway.closeClient(id),
    cleanupHooks: [],
    onSaved: (now, before) => gateway.saved(now, before),
    onChanged: ignore,
  });
  await sessions.start();
  return {
    sessions,
    gateway,
    connectionStore,
    connect: async (name, baseUrl, secret, options = {}) => {
      const request = { name, baseUrl, secret, options, allowUnencrypted: false };
      await handlers.connect(request, { signal: new AbortController().signal });
    },
    [Symbol.asyncDispose]: async () => {
      await sessions.stop();
      await gateway.stop();
      await store.close();
    },
  };
}
