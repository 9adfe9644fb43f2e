/** The composition of the core: introduces the features to each other. Constructing it has no effects, `start` has. */
import { realpathSync } from "node:fs";
import { treaty, type FleetClient, type Treaty } from "#contract/index.ts";
import type { Outcome } from "#contract/kit.ts";
import { parseFilter, parseSort } from "./api/query.ts";
import { followKeychain, makeWays, openSessions, practiceConnections } from "./app-ways.ts";
import type { Circumstances, Ways } from "./app-ways.ts";
import { createCampaigns } from "./features/campaigns/campaigns.ts";
import type { campaignQueries } from "./features/campaigns/queries.ts";
import type { LeaseHolder } from "./features/campaigns/ledger/queries-lease.ts";
import { credentialsOf } from "./features/connections/connect.ts";
import { createConnectionHandlers } from "./features/connections/handlers.ts";
import { forgetLeftovers, type Keeper } from "./features/connections/forget.ts";
import { createDiagnosticsHandlers } from "./features/diagnostics/handlers.ts";
import { createKeychainHandlers } from "./features/keychain/handlers.ts";
import { createPractice } from "./features/practice/practice.ts";
import { createSessionHandlers } from "./features/session/handlers.ts";
import { createSmsHandlers } from "./features/sms/handlers.ts";
import { createSettings } from "./features/settings/settings.ts";
import type { settingsQueries } from "./features/settings/queries.ts";
import { createDoctor } from "./features/doctor/doctor.ts";
import { AutoSync } from "./features/fleet/auto-sync.ts";
import { createFleet } from "./features/fleet/fleet.ts";
import type { fleetQueries } from "./features/fleet/queries.ts";
import { createViews } from "./features/views/views.ts";
import type { viewQueries } from "./features/views/queries.ts";
import { AppError } from "./failure.ts";
import type { Hosts } from "./hosts.ts";
import { refusing } from "./ipc/refusing.ts";
import { createClient, createRouter, type Call, type HandlersOf } from "./ipc/router.ts";
import { createTopics, type On, type TopicPayloads, type Topics } from "./ipc/topics.ts";
import { openStore } from "./store/open.ts";

/** Checking an evidence file needs no database: whoever was handed one can do it. */
export { verifyEvidence } from "./features/campaigns/evidence/verify-evidence.ts";

export interface App {
  /** Answers `feature.operation`; `not-started` before `start` and after `stop`. */
  readonly call: Call;
  /** The same, typed. */
  readonly client: FleetClient;
  readonly on: On<TopicPayloads<Treaty>>;
  /** Every topic, for a transport. */
  readonly onAny: Topics<TopicPayloads<Treaty>>["onAny"];
  /** Opens the database; the caller holds the lock of the data directory. */
  start(): Promise<void>;
  /** The computer has slept: what time alone may have ended is looked at now, not at the next turn. */
  woke(): void;
  /** Ends what runs, lets what is in flight settle for a moment, closes the database. Safe to call twice or without a start. */
  stop(): Promise<void>;
}

interface Running {
  readonly call: Call;
  woke(): void;
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The program stays: sessions are kept fresh without being used, and services that are away are asked after. */
  readonly lasting?: boolean;
}

export function createApp(hosts: Hosts, { lasting = false }: AppOptions = {}): App {
  const topics = createTopics(treaty, {
    clock: hosts.clock,
    log: hosts.log,
    progress: {
      "campaigns.progress": ({ campaignId }) => campaignId,
      "campaigns.planProgress": ({ name }) => name,
      "fleet.syncProgress": ({ connection, collection }) => `${connection}/${collection}`,
      "connections.governorChanged": ({ connection }) => connection,
      "connections.reachabilityChanged": ({ connection }) => connection,
    },
  });
  let running: Running | undefined;
  const call: Call = (address, input, signal) =>
    running === undefined ? Promise.resolve(notStarted) : running.call(address, input, signal);
  return {
    call,
    client: createClient(treaty, call),
    on: topics.on,
    onAny: topics.onAny,
    start: async () => {
      const { dataDir, storeWorkerUrl: workerUrl, log, clock } = hosts;
      const store = await openStore({ dataDir, workerUrl, log, clock });
      try {
        running = await startFeatures({ hosts, store, publish: topics.publish, lasting });
      } catch (error) {
        await store.close();
        throw error;
      }
    },
    woke: () => running?.woke(),
    stop: async () => {
      const ending = running;
      running = undefined;
      await ending?.stop();
      topics.close();
    },
  };
}

const notStarted: Outcome<never> = {
  ok: false,
  failure: { code: "not-started", message: "Fleetdesk is starting or closing." },
};

/** Makes every feature and introduces them to each other; each gets the slice it declares. */
async function startFeatures(circumstances: Circumstances): Promise<Running> {
  const { hosts, store, lasting } = circumstances;
  const ways = makeWays(circumstances);
  const { sessions, gateway, wires } = ways;
  const work = makeWork(circumstances, ways);
  const { campaigns, practice } = work;
  const handlers = makeHandlers(circumstances, ways, work);
  const stopListening = followKeychain(circumstances, ways);
  wires.start();
  await sessions.start();
  await campaigns.start();
  if (lasting) await openSessions(ways);
  const autoSync = makeAutoSync(circumstances, ways, work);
  if (lasting) autoSync.start();
  const leftovers = forgetLeftovers(ways.book, keepersOf(work), hosts.log);
  // In the background: nobody waits for the simulator to see what is in the cache.
  void practice.start();
  return {
    call: createRouter(treaty, handlers, hosts.log),
    woke: () => sessions.lookNow(),
    stop: () =>
      inOrder([
        async () => stopListening(),
        () => autoSync.stop(),
        () => leftovers.stop(),
        () => campaigns.stop(),
        () => sessions.stop(),
        async () => wires.stop(),
        () => gateway.stop(),
        () => practice.stop(),
        () => store.close(),
      ]),
  };
}

/** What is done over them, and what is kept beside. */
function makeWork({ hosts, store, publish }: Circumstances, { book, gateway, connecting }: Ways) {
  const { clock, log } = hosts;
  const fleet = createFleet({
    store: store.use<typeof fleetQueries>("fleet"),
    connections: gateway,
    clock,
    log,
    onChanged: (event) => publish("fleet.changed", event),
    onProgress: (event) => publish("fleet.syncProgress", event),
    onSyncEnded: (event) => publish("fleet.syncEnded", event),
    onAudiencesChanged: (event) => publish("fleet.audiencesChanged", event),
    files: hosts.files,
  });
  const campaigns = createCampaigns({
    store: store.use<typeof campaignQueries>("campaigns"),
    clock,
    log,
    holder: leaseHolder(hosts),
    connections: {
      open: (name) => gateway.open(name),
      openById: (id) => gateway.openById(id),
      names: () => book.names(),
    },
    directory: fleet.directory,
    publish: (topic, payload) => publish(topic, payload as never),
  });
  const views = createViews({
    store: store.use<typeof viewQueries>("views"),
    connections: book,
    check: (collection, { filter, sort }) => {
      parseFilter(collection, filter);
      parseSort(collection, sort);
    },
    clock,
    onChanged: (connection) => publish("views.changed", { connection }),
  });
  const settings = createSettings({
    store: store.use<typeof settingsQueries>("settings"),
    log,
    onChanged: () => publish("settings.changed", {}),
  });
  const practice = createPractice({
    host: hosts.practice,
    connections: practiceConnections({ ...connecting, campaigns }, (connection) =>
      publish("connections.changed", { connection }),
    ),
    memory: settings.own,
    log,
    onChanged: () => publish("practice.changed", {}),
  });
  return { fleet, campaigns, views, settings, practice };
}

type Work = ReturnType<typeof makeWork>;

/** For the connection that is in use, while somebody is signed in to it. */
function makeAutoSync({ hosts }: Circumstances, { sessions }: Ways, { fleet, settings }: Work): AutoSync {
  const { clock, log, connectivity } = hosts;
  const session = createSessionHandlers(sessions);
  const never = new AbortController().signal;
  return new AutoSync({
    clock,
    log,
    connectivity,
    everyMinutes: async () => (await settings.handlers.get({}, { signal: never })).syncEveryMinutes ?? 0,
    completeness: async () => {
      const { state } = await session.get({}, { signal: never });
      return state === "signed-in"
        ? await fleet.handlers.completeness({ collection: "endpoint" }, { signal: never })
        : undefined;
    },
    sync: (signal) => fleet.handlers.sync({}, { signal }),
  });
}

/** Who has something to remove when a connection is forgotten. */
function keepersOf({ fleet, views }: Work): readonly Keeper[] {
  return [(id, signal) => fleet.forget(id, signal), (id) => views.forget(id)];
}

function makeHandlers({ hosts, publish }: Circumstances, ways: Ways, work: Work): HandlersOf<Treaty> {
  const { book, sessions, gateway, connecting } = ways;
  const { fleet, campaigns, views, settings, practice } = work;
  return {
    campaigns: campaigns.handlers,
    connections: createConnectionHandlers({
      ...connecting,
      campaigns,
      views: gateway,
      endSession: (id, vaultKey) => sessions.replaced(id, vaultKey),
      onForgotten: (id) => gateway.forgotten(id),
      keepers: keepersOf(work),
      onChanged: (connection) => {
        publish("connections.changed", { connection });
        void practice.used();
      },
    }),
    diagnostics: createDiagnosticsHandlers({
      ...hosts,
      tryOut: (baseUrl, secret, signal) => sessions.tryOut(baseUrl, credentialsOf(secret), signal),
      sessionOf: async (name) => {
        const connection = await book.find(name);
        const authorizer = sessions.authorizer(connection.id);
        return { name: connection.name, baseUrl: connection.baseUrl, token: (until) => authorizer.token(until) };
      },
    }),
    doctor: createDoctor({ connections: gateway, directory: fleet.directory, files: hosts.files }),
    fleet: fleet.handlers,
    keychain: createKeychainHandlers(hosts),
    practice: practice.handlers,
    session: createSessionHandlers(sessions),
    settings: settings.handlers,
    // The desktop app answers these itself, before they come here.
    shell: refusing(
      treaty.shell,
      () => new AppError("not-in-a-window", "Only the window of Fleetdesk can do this; there is none here."),
    ),
    sms: createSmsHandlers({
      connections: gateway,
      sender: campaigns,
      clock: hosts.clock,
      onChanged: (connection, endpoint) => publish("sms.changed", { connection, endpoint }),
    }),
    views: views.handlers,
  };
}

/** Every step runs, also after one that failed; the first failure is thrown at the end. */
async function inOrder(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The directory is part of the identity: a copy of it lives elsewhere and must not send. */
function leaseHolder({ machine, dataDir }: Hosts): LeaseHolder {
  const { machineId, processId, instanceId } = machine;
  return { machine: machineId, home: realpathSync(dataDir), process: processId, instance: instanceId };
}
