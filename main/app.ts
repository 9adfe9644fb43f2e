/** The composition of the core: introduces the features to each other. Constructing it has no effects, `start` has. */
import { realpathSync } from "node:fs";
import { treaty, type FleetClient, type Treaty } from "#contract/index.ts";
import type { Outcome } from "#contract/kit.ts";
import { createCampaigns } from "./features/campaigns/campaigns.ts";
import type { campaignQueries } from "./features/campaigns/queries.ts";
import type { LeaseHolder } from "./features/campaigns/ledger/queries-lease.ts";
import { ConnectionBook } from "./features/connections/connection-book.ts";
import { ConnectionGateway } from "./features/connections/gateway.ts";
import { createConnectionHandlers } from "./features/connections/handlers.ts";
import type { connectionQueries } from "./features/connections/queries.ts";
import { createAuthenticate } from "./features/session/authenticate-over-wire.ts";
import { createSessionHandlers } from "./features/session/handlers.ts";
import { Sessions } from "./features/session/sessions.ts";
import { createSmsHandlers } from "./features/sms/handlers.ts";
import { createFleet } from "./features/fleet/fleet.ts";
import type { fleetQueries } from "./features/fleet/queries.ts";
import { AppError } from "./failure.ts";
import type { Hosts } from "./hosts.ts";
import { refusing } from "./ipc/refusing.ts";
import { createClient, createRouter, type Call, type HandlersOf } from "./ipc/router.ts";
import { createTopics, type On, type TopicPayloads, type Topics } from "./ipc/topics.ts";
import type { Store } from "./store/db.ts";
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
  /** Ends what runs, lets what is in flight settle for a moment, closes the database. Safe to call twice or without a start. */
  stop(): Promise<void>;
}

interface Running {
  readonly call: Call;
  stop(): Promise<void>;
}

export function createApp(hosts: Hosts): App {
  const topics = createTopics(treaty, {
    clock: hosts.clock,
    log: hosts.log,
    progress: {
      "campaigns.progress": ({ campaignId }) => campaignId,
      "campaigns.planProgress": ({ name }) => name,
      "fleet.syncProgress": ({ connection, collection }) => `${connection}/${collection}`,
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
        running = await startFeatures(hosts, store, topics);
      } catch (error) {
        await store.close();
        throw error;
      }
    },
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

type Publish = Topics<TopicPayloads<Treaty>>["publish"];

/** Makes every feature and introduces them to each other; each gets the slice it declares. */
async function startFeatures(hosts: Hosts, store: Store, { publish }: { readonly publish: Publish }): Promise<Running> {
  const { clock, log, keychain, proxy } = hosts;
  const book = new ConnectionBook(store.use<typeof connectionQueries>("connections"), clock);
  const sessions = new Sessions({
    book,
    clock,
    log,
    keychain,
    authenticate: createAuthenticate({ clock, log, proxy }),
    onChanged: (connection) => publish("session.changed", { connection }),
  });
  const gateway = new ConnectionGateway({ book, authorizer: (id) => sessions.authorizer(id), clock, log, proxy });
  const fleet = createFleet({
    store: store.use<typeof fleetQueries>("fleet"),
    connections: gateway,
    clock,
    log,
    onChanged: (event) => publish("fleet.changed", event),
    onProgress: (event) => publish("fleet.syncProgress", event),
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
  const handlers: HandlersOf<Treaty> = {
    campaigns: campaigns.handlers,
    connections: createConnectionHandlers({
      book,
      signIns: sessions,
      onKept: (now, before) => gateway.kept(now, before),
      onChanged: (connection) => publish("connections.changed", { connection }),
    }),
    fleet: fleet.handlers,
    session: createSessionHandlers(sessions),
    // The desktop app answers these itself, before they come here.
    shell: refusing(
      treaty.shell,
      () => new AppError("not-in-a-window", "Only the window of Fleetdesk can do this; there is none here."),
    ),
    sms: createSmsHandlers({
      connections: gateway,
      sender: campaigns,
      clock,
      onChanged: (connection, endpoint) => publish("sms.changed", { connection, endpoint }),
    }),
  };
  await sessions.start();
  await campaigns.start();
  return {
    call: createRouter(treaty, handlers, log),
    stop: () => inOrder([() => campaigns.stop(), () => sessions.stop(), () => gateway.stop(), () => store.close()]),
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
