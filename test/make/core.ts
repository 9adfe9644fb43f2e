/**
 * The whole core (`createApp`) on a temporary data directory with a simulator of the service: connected, synchronised, and disposed with
 * everything it opened.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CampaignStatus, PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { createApp, type App } from "../../main/app/create-app.ts";
import type { Clock, Hosts } from "../../main/core/hosts.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../main/platform/node/keychain-choice.ts";
import type { FaultRule } from "../../main/simulator/faults.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";
import { databaseName } from "../../main/core/store/open.ts";
import { createFakeLog, type FakeLog } from "../fakes/fake-log.ts";
import { createCrashableThreads, type CrashableThreads } from "./crashable-threads.ts";
import { writeMigratedDataDir } from "./database-template.ts";
import { makeHosts, stateDirOf } from "./hosts.ts";
import { administer, countRequests, fetchSignedIn } from "./service-client.ts";
import { startStoreThread } from "./store-threads.ts";

/** A proxy between the core and the service; the core closes it. */
export interface ServiceProxy extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Options that a restart can change. */
export interface StartOptions {
  readonly hosts?: Partial<Omit<Hosts, "clock" | "dataDir" | "log">>;
  /** The program keeps running, as the desktop app does. */
  readonly keepAlive?: boolean;
}

export interface CoreOptions<
  C extends Clock = Clock,
  P extends ServiceProxy | undefined = undefined,
> extends StartOptions {
  /** 200 endpoints by default. A simulator that is passed in is not closed with the core. */
  readonly simulator?: SimulatorOptions | Simulator;
  /** The simulator's initial faults. */
  readonly faults?: readonly FaultRule[];
  /** For the core and the simulator; the system's by default. Disposed with the core if it is disposable. */
  readonly clock?: C;
  /** Options of the connection "practice"; by default fast and without a rate limit. `false`: no connection. */
  readonly connection?: Partial<ConnectionOptions> | false;
  /** Collections to synchronise; by default endpoints if there is a connection. */
  readonly sync?: readonly Collection[];
  /** Opens the proxy that the core connects to instead of the service. */
  readonly proxy?: (baseUrl: string) => Promise<P>;
  /** `false`: the first start migrates a new file instead of opening a copy of a migrated one. */
  readonly template?: boolean;
}

type TopicName = Parameters<App["on"]>[0];

export interface Core<
  C extends Clock = Clock,
  P extends ServiceProxy | undefined = ServiceProxy | undefined,
> extends AsyncDisposable {
  /** The running program; `restart` and `crash` replace it. */
  readonly app: App;
  readonly client: FleetClient;
  readonly simulator: Simulator;
  readonly proxy: P;
  readonly clock: C;
  readonly log: FakeLog;
  readonly dataDir: string;
  /** Replaces the simulator's faults, from its next request on. */
  setFaults(...rules: readonly FaultRule[]): void;
  /**
   * Closes the simulator, and makes the program replace its open sockets by a failing read: a change that is written to a socket which the
   * service has just closed has an unknown outcome.
   */
  closeService(): Promise<void>;
  /** Number of requests of an operation that arrived at the service, answered or not. */
  requests(operation: string): Promise<number>;
  /** Sends a request to the service as another client that is signed in. */
  fetch(path: string, method?: string, body?: object): Promise<Response>;
  /** Changes the service's records; the cache follows with its next sync. Resolves with the ids of new records. */
  mutate(mutation: object): Promise<{ readonly added: readonly number[] }>;
  /** Adds another connection to the service, or "practice" again; it becomes the current one. */
  connect(name: string, options?: Partial<ConnectionOptions>): ReturnType<FleetClient["connections"]["connect"]>;
  sync(...collections: readonly Collection[]): ReturnType<FleetClient["fleet"]["sync"]>;
  /** Writes a file next to the data directory and returns its absolute path. */
  write(name: string, content: string): string;
  /** Writes a CSV of the ids of the first `count` endpoints, with a column "n". */
  writeIds(count: number): string;
  /** Reads or writes the database directly; the program may be running. */
  inDatabase<T>(work: (database: DatabaseSync) => T): T;
  /** Stops the program and starts it again on the same data. */
  restart(changes?: StartOptions): Promise<void>;
  /** Starts the program again on the data and state as they are now; the stopped program writes nothing. `change` runs in between. */
  crash(change?: (dataDir: string) => void): Promise<void>;
  /** Stops the program, changes its data directory, and starts the program again. */
  whileStopped(change: (dataDir: string) => void): Promise<void>;
  /** Copies `dir` (default: the data directory) as it is now; the returned function replaces the data directory by the copy. */
  backUp(dir?: string): () => void;
  /** Stops the program, copies its data directory, starts the program again, and starts a second one on the copy. */
  openCopy(changes?: StartOptions): Promise<App>;
  /** Reads now and after each topic until the value matches. */
  waitFor<T>(topic: TopicName, read: () => Promise<T>, fits: (value: T) => boolean): Promise<T>;
  /** Resolves when the campaign is in that state, for the given reason if there is one. */
  untilCampaign(id: string, state: CampaignStatus["state"], reason?: PauseReason): Promise<CampaignStatus>;
}

export async function openCore<C extends Clock = Clock, P extends ServiceProxy | undefined = undefined>(
  options: CoreOptions<C, P> = {},
): Promise<Core<C, P>> {
  await using opening = new AsyncDisposableStack();
  const clock = (options.clock ?? createSystemClock()) as C;
  opening.defer(() => (clock as Partial<Disposable>)[Symbol.dispose]?.());
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-core-"));
  opening.defer(() => rmSync(folder, { recursive: true, force: true }));
  const simulator = await openSimulator(opening, clock, options);
  const proxy = (await options.proxy?.(simulator.baseUrl)) as P;
  opening.use(proxy);
  const log = createFakeLog();
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  if (options.template !== false) writeMigratedDataDir(dataDir, clock);
  const programs = startPrograms({ clock, log }, options);
  opening.defer(() => programs.stop());
  let app = await programs.start(dataDir);
  const connect: Core["connect"] = (name, changes = {}) =>
    app.client.connections.connect({
      name,
      baseUrl: proxy?.baseUrl ?? simulator.baseUrl,
      secret: { applicationToken: simulator.applicationToken },
      options: { ceiling: "none", reconcileAfterMs: 200, ...options.connection, ...changes },
    });
  const sync: Core["sync"] = (...collections) => app.client.fleet.sync({ collections: [...collections] });
  if (options.connection !== false) await connect("practice");
  const collections = options.sync ?? (options.connection === false ? [] : ["endpoint"]);
  if (collections.length > 0) await sync(...collections);
  const write: Core["write"] = (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const backUp = (dir: string): (() => void) => {
    const copy = mkdtempSync(join(folder, "backup-"));
    cpSync(dir, copy, { recursive: true });
    return () => {
      rmSync(dir, { recursive: true });
      cpSync(copy, dir, { recursive: true });
    };
  };
  const waitFor: Core["waitFor"] = (topic, read, fits) =>
    new Promise((resolve, reject) => {
      const check = async (): Promise<void> => {
        const value = await read();
        if (!fits(value)) return;
        stopListening();
        resolve(value);
      };
      const stopListening = app.on(topic, () => void check().catch(reject));
      void check().catch(reject);
    });
  const opened = opening.move();
  return {
    get app() {
      return app;
    },
    get client() {
      return app.client;
    },
    simulator,
    proxy,
    clock,
    log,
    dataDir,
    setFaults: (...rules) => simulator.setFaults({ rules }),
    closeService: async () => {
      await simulator.close();
      await sync("endpoint").then(
        () => {
          throw new Error("The service still answers.");
        },
        () => undefined,
      );
    },
    requests: (operation) => countRequests(simulator, operation),
    fetch: (path, method, body) => fetchSignedIn(simulator, path, method, body),
    mutate: (mutation) => administer(simulator, "mutate", mutation),
    connect,
    sync,
    write,
    writeIds: (count) => {
      const rows = Array.from({ length: count }, (_, index) => `${70001 + index},${index}`);
      return write("recipients.csv", `id,n\n${rows.join("\n")}\n`);
    },
    inDatabase: (work) => {
      using database = new DatabaseSync(join(dataDir, databaseName), { timeout: 5_000 });
      return work(database);
    },
    restart: async (changes = {}) => {
      await app.stop();
      app = await programs.start(dataDir, changes);
    },
    whileStopped: async (change) => {
      await app.stop();
      change(dataDir);
      app = await programs.start(dataDir);
    },
    backUp: (dir = dataDir) => backUp(dir),
    crash: async (change) => {
      const restore: (() => void)[] = [];
      await programs.kill(app, () => {
        restore.push(...[dataDir, stateDirOf(dataDir)].filter((dir) => existsSync(dir)).map(backUp));
      });
      for (const one of restore) one();
      change?.(dataDir);
      app = await programs.start(dataDir);
    },
    openCopy: async (changes = {}) => {
      await app.stop();
      const copy = join(folder, "copy");
      cpSync(dataDir, copy, { recursive: true });
      app = await programs.start(dataDir);
      return await programs.start(copy, changes);
    },
    waitFor,
    untilCampaign: (campaignId, state, reason) =>
      waitFor(
        "campaigns.changed",
        () => app.client.campaigns.status({ campaignId }),
        (status) => status.state === state && (reason === undefined || status.reason === reason),
      ),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Rows of a table, or what `select` counts in it. */
export function countRows(core: Core, table: string, select = "count(*)"): unknown {
  return core.inDatabase((database) => database.prepare(`SELECT ${select} AS n FROM ${table}`).get()?.["n"]);
}

async function openSimulator(
  opening: AsyncDisposableStack,
  clock: Clock,
  { simulator: options = {}, faults = [] }: Pick<CoreOptions, "simulator" | "faults">,
): Promise<Simulator> {
  if ("baseUrl" in options) return options;
  const simulator = await startSimulator({ endpoints: 200, faults: { rules: faults }, clock, ...options });
  opening.defer(() => simulator.close());
  return simulator;
}

interface Programs {
  start(dataDir: string, changes?: StartOptions): Promise<App>;
  /** Ends a program so that it writes nothing more; `copy` is called when its database is idle. */
  kill(app: App, copy: () => void): Promise<void>;
  /** Stops every program that was started. */
  stop(): Promise<void>;
}

/** Starts the program on one computer: one keychain, and a separate instance of it for each start. */
function startPrograms({ clock, log }: Pick<Hosts, "clock" | "log">, options: StartOptions): Programs {
  const keychain = createDecidedKeychain(createMemoryKeychain());
  const apps: App[] = [];
  const threadsOf = new Map<App, CrashableThreads>();
  return {
    start: async (dataDir, { hosts, keepAlive } = {}) => {
      const machine = {
        machineId: "test-machine",
        processId: process.pid,
        instanceId: `instance-${apps.length + 1}`,
      };
      const threads = createCrashableThreads(startStoreThread);
      const own = { clock, log, keychain, machine, startStoreThread: threads.start };
      const app = createApp(makeHosts(dataDir, { ...own, ...options.hosts, ...hosts }), {
        keepAlive: keepAlive ?? options.keepAlive ?? false,
      });
      apps.push(app);
      threadsOf.set(app, threads);
      await app.start();
      return app;
    },
    kill: async (app, copy) => {
      const threads = threadsOf.get(app);
      await threads?.cut();
      copy();
      const ended = threads?.end();
      // Its database is closed, so later failures in it are expected.
      await app.stop().catch(() => undefined);
      await ended;
    },
    stop: async () => {
      await using stopping = new AsyncDisposableStack();
      for (const app of apps) stopping.defer(() => app.stop());
    },
  };
}
