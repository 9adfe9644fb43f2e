/** Connections and sessions put together as the program does it: a real database file, real HTTP, a clock moved by hand. */
import type { connections, ConnectionOptions, Secret } from "#contract/connections.ts";
import type { Client, FeatureTreaty, Handlers } from "#contract/kit.ts";
import type { session } from "#contract/session.ts";
import { ConnectionBook } from "../../main/features/connections/connection-book.ts";
import { ConnectionGateway } from "../../main/features/connections/gateway.ts";
import { createConnectionHandlers } from "../../main/features/connections/handlers.ts";
import type { connectionQueries } from "../../main/features/connections/queries.ts";
import { ServiceReachability } from "../../main/features/connections/reachability.ts";
import { createAuthenticate } from "../../main/features/session/authenticate-over-wire.ts";
import { createSessionHandlers } from "../../main/features/session/handlers.ts";
import { Sessions } from "../../main/features/session/sessions.ts";
import type { Keychain } from "../../main/hosts.ts";
import { createAlwaysOnline } from "../../main/node/connectivity.ts";
import { openStore } from "../../main/store/open.ts";
import type { FakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import type { FakeLog } from "../fakes/fake-log.ts";
import { storeWorkerUrl } from "./thread-urls.ts";

export interface ConnectedCore extends AsyncDisposable {
  readonly connections: Client<typeof connections>;
  readonly session: Client<typeof session>;
  readonly sessions: Sessions;
  readonly gateway: ConnectionGateway;
  readonly book: ConnectionBook;
  readonly log: FakeLog;
  /** Topics told, as "name connection". */
  readonly told: readonly string[];
  connect(
    name: string,
    baseUrl: string,
    secret: Secret,
    options?: Partial<ConnectionOptions>,
  ): ReturnType<Client<typeof connections>["connect"]>;
}

export interface CoreHosts {
  readonly dataDir: string;
  readonly clock: FakeClock;
  readonly keychain: Keychain;
  readonly log?: FakeLog;
}

const proxy = { resolve: () => Promise.resolve(undefined) };

/** Opens what is there; dispose it and open it again for a new process. */
export async function openCore({ dataDir, clock, keychain, log = createFakeLog() }: CoreHosts): Promise<ConnectedCore> {
  const store = await openStore({ dataDir, workerUrl: storeWorkerUrl, log, clock });
  const told: string[] = [];
  const book = new ConnectionBook(store.use<typeof connectionQueries>("connections"), clock);
  const authenticate = createAuthenticate({ clock, log, proxy });
  const onChanged = (connection: string): number => told.push(`session.changed ${connection}`);
  const sessions = new Sessions({ book, clock, log, keychain, authenticate, onChanged });
  const wires = new ServiceReachability({
    clock,
    connectivity: createAlwaysOnline(),
    lasting: false,
    onChanged: () => undefined,
  });
  const gateway = new ConnectionGateway({
    book,
    authorizer: (id) => sessions.authorizer(id),
    clock,
    log,
    proxy,
    wires,
    onGovernorChanged: () => undefined,
  });
  const handlers = createConnectionHandlers({
    book,
    signIns: sessions,
    campaigns: { ofConnection: () => Promise.resolve({ open: 0, running: 0 }) },
    views: gateway,
    endSession: (id, vaultKey) => sessions.replaced(id, vaultKey),
    onForgotten: (id) => gateway.forgotten(id),
    keepers: [],
    onKept: (now, before) => gateway.kept(now, before),
    onChanged: (connection) => told.push(`connections.changed ${connection}`),
  });
  await sessions.start();
  const client = clientOf<typeof connections>(handlers);
  return {
    connections: client,
    session: clientOf<typeof session>(createSessionHandlers(sessions)),
    sessions,
    gateway,
    book,
    log,
    told,
    connect: (name, baseUrl, secret, options = {}) => client.connect({ name, baseUrl, secret, options }),
    [Symbol.asyncDispose]: async () => {
      await sessions.stop();
      await gateway.stop();
      await store.close();
    },
  };
}

/** The handlers with the signal that a caller may leave out. */
function clientOf<T extends FeatureTreaty>(handlers: Handlers<T>): Client<T> {
  const calls = Object.entries(handlers).map(([name, run]) => [
    name,
    (input: never, signal = new AbortController().signal) => run(input, { signal }),
  ]);
  return Object.fromEntries(calls) as Client<T>;
}
