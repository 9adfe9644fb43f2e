/** The composition of the core: introduces the features to each other. Constructing it has no effects, `start` has. */
import { codedText } from "#shared/texts/coded-text.ts";
import { contract, type FleetClient, type Contract } from "#contract/index.ts";
import type { Failure, Outcome } from "#contract/kit.ts";
import { createHandlers } from "./app-handlers.ts";
import { followKeychain, createConnectionServices, openSessions } from "./app-connections.ts";
import type { AppContext, ConnectionServices } from "./app-connections.ts";
import { cleanupHooksOf, createFeatures, type Features } from "./app-features.ts";
import type { UnsavedChoice } from "./features/connections/connection-store.ts";
import { forgetLeftovers } from "./features/connections/forget.ts";
import { createSessionHandlers } from "./features/session/handlers.ts";
import { AutoSync } from "./features/fleet/auto-sync.ts";
import { type AppError, toFailure } from "./failure.ts";
import type { Clock, Hosts } from "./hosts.ts";
import { rejectChanges } from "./ipc/read-only-calls.ts";
import { createClient, createRouter, type Call } from "./ipc/router.ts";
import { createWindowCalls } from "./ipc/window-calls.ts";
import { createTopics, type On, type TopicPayloads, type Topics } from "./ipc/topics.ts";
import type { ReadOnlyReason } from "./store/messages.ts";
import { openStore } from "./store/open.ts";

/** Checking an evidence file needs no database: whoever was handed one can do it. */
export { isAuditFile, verifyAuditFile } from "./features/audit/verify-audit-file.ts";
export { verifyEvidence } from "./features/campaigns/evidence/verify-evidence.ts";

/** So does putting a backup in the place of a database that cannot be opened. */
export { compareBackup, deleteBackups, listBackups, restoreBackup } from "./store/restore.ts";
export type { CampaignInDatabase, Comparison } from "./store/restore.ts";

/** Name of the database inside the data directory. */
export { databaseName } from "./store/open.ts";
export type { ReadOnlyReason } from "./store/messages.ts";

export interface App {
  /** Answers `feature.operation`; `not-started` before `start` and after `stop`. */
  readonly call: Call;
  /** The same for the window, which may not name files of the user. */
  readonly windowCall: Call;
  /** `call`, typed. */
  readonly client: FleetClient;
  readonly on: On<TopicPayloads<Contract>>;
  /** Every topic, for a transport. */
  readonly onAny: Topics<TopicPayloads<Contract>>["onAny"];
  /**
   * Opens the database; the caller holds the lock of the data directory, unless `readOnly` says why it cannot be taken: then nothing
   * is written. A core that is open is closed first, and calls wait meanwhile; topics keep their listeners.
   */
  start(readOnly?: ReadOnlyReason): Promise<void>;
  /** Why nothing can be changed or sent: `disk-full` or `data-dir-read-only`; known after `start`. */
  readonly readOnly: Failure | undefined;
  /** The computer has slept: what time alone may have ended is looked at now, not at the next turn. */
  woke(): void;
  /** Ends what runs, lets what is in flight settle for a moment, closes the database. Safe to call twice or without a start. */
  stop(): Promise<void>;
}

interface Running {
  readonly call: Call;
  readonly readOnly: AppError | undefined;
  woke(): void;
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The program stays: sessions are kept fresh without being used, and services that are away are asked after. */
  readonly keepAlive?: boolean;
  /** How long a read may wait for its answer. */
  readonly readTimeoutMs?: number | undefined;
}

export function createApp(hosts: Hosts, { keepAlive = false, readTimeoutMs }: AppOptions = {}): App {
  const topics = createTopics(contract, {
    clock: hosts.clock,
    log: hosts.log,
    progress: {
      "audit.added": () => "all",
      "campaigns.progress": ({ campaignId }) => campaignId,
      "campaigns.planProgress": ({ name }) => name,
      "fleet.syncProgress": ({ connection, collection }) => `${connection}/${collection}`,
      "quotas.progress": ({ connection, work: features, id }) => `${connection}/${features}/${id}`,
      "connections.governorChanged": ({ connection }) => connection,
      "connections.reachabilityChanged": ({ connection }) => connection,
    },
  });
  let running: Running | undefined;
  let reopening: Promise<void> | undefined;
  /** Made while nothing could be written, by the person who browses. */
  const choice: UnsavedChoice = { name: undefined };
  const call: Call = async (address, input, signal) => {
    // The core that reads alone answers what it was asked before it is closed; what is asked meanwhile waits for the next one.
    if (reopening !== undefined) await reopening;
    return running === undefined ? notStarted : await running.call(address, input, signal);
  };
  const open = async (readOnly: ReadOnlyReason | undefined): Promise<void> => {
    const { dataDir, startStoreThread: startThread, log, clock } = hosts;
    const store = await openStore({ dataDir, startThread, log, clock, readOnly });
    try {
      const unsavedChoice = keepAlive && store.readOnly !== undefined ? choice : undefined;
      running = await startFeatures({ hosts, store, publish: topics.publish, keepAlive, readTimeoutMs, unsavedChoice });
      if (store.readOnly === undefined && choice.name !== undefined) {
        await running.call("connections.use", { connection: choice.name });
        choice.name = undefined;
      }
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  return {
    call,
    windowCall: createWindowCalls(contract, call),
    client: createClient(contract, call),
    on: topics.on,
    onAny: topics.onAny,
    start: async (readOnly) => {
      const former = running;
      if (former === undefined) return await open(readOnly);
      running = undefined;
      const opened = former
        .stop()
        .then(() => open(readOnly))
        .finally(() => {
          reopening = undefined;
        });
      reopening = opened.catch(() => undefined);
      await opened;
    },
    get readOnly() {
      const error = running?.readOnly;
      return error === undefined ? undefined : toFailure(error);
    },
    woke: () => running?.woke(),
    stop: async () => {
      const ending = running;
      running = undefined;
      await ending?.stop();
      topics.flush();
    },
  };
}

const notStarted: Outcome<never> = {
  ok: false,
  failure: { code: "not-started", text: codedText("not-started") },
};

/** Makes every feature and introduces them to each other; each gets the slice it declares. */
async function startFeatures(context: AppContext): Promise<Running> {
  const { hosts, store, keepAlive, unsavedChoice } = context;
  const services = createConnectionServices(context);
  const { audit, sessions, gateway, reachability } = services;
  const features = createFeatures(context, services);
  const { campaigns, events, fleet, network, practice, quotas, streams } = features;
  const handlers = createHandlers(context, services, features);
  const { readOnly } = store;
  const call = createRouter(contract, handlers, hosts.log);
  if (readOnly !== undefined) {
    const also = unsavedChoice === undefined ? [] : ["connections.use"];
    // Nothing works by itself: its first step would be to write something down.
    const calls = trackCalls(rejectChanges(call, toFailure(readOnly), also), hosts.clock);
    const stop = (): Promise<void> =>
      inOrder([() => calls.drain(), () => sessions.stop(), () => gateway.stop(), () => store.close()]);
    return { call: calls.call, readOnly, woke: () => undefined, stop };
  }
  const stopListening = followKeychain(context, services);
  reachability.start();
  await sessions.start();
  await campaigns.start();
  await quotas.start();
  await network.start();
  await streams.start();
  if (keepAlive) await openSessions(services);
  const autoSync = makeAutoSync(context, services, features);
  if (keepAlive) autoSync.start();
  const leftovers = forgetLeftovers(services.connectionStore, cleanupHooksOf(features), hosts.log);
  // In the background: nobody waits for the simulator to see what is in the cache.
  void practice.start();
  return {
    call,
    readOnly,
    woke: () => sessions.lookNow(),
    stop: () =>
      inOrder([
        async () => stopListening(),
        () => autoSync.stop(),
        () => leftovers.stop(),
        () => events.stop(),
        // Before the campaigns: the end of a sync starts work of theirs.
        () => fleet.stop(),
        () => campaigns.stop(),
        () => quotas.stop(),
        () => sessions.stop(),
        async () => reachability.stop(),
        () => gateway.stop(),
        () => audit.flush(),
        () => practice.stop(),
        () => store.close(),
      ]),
  };
}

/** How long reads that wait for the service are waited for. */
const readGraceMs = 2000;

/** `settle` waits for the calls under way, for a moment. */
function trackCalls(call: Call, clock: Clock): { readonly call: Call; readonly drain: () => Promise<void> } {
  const pending = new Set<Promise<unknown>>();
  return {
    call: async (address, input, signal) => {
      const answer = call(address, input, signal);
      pending.add(answer);
      try {
        return await answer;
      } finally {
        pending.delete(answer);
      }
    },
    drain: async () => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(readGraceMs, resolve);
      await Promise.race([Promise.all(pending), late]);
      cancel();
    },
  };
}

/** For the connection that is in use, while somebody is signed in to it. */
function makeAutoSync(
  { hosts }: AppContext,
  { sessions }: ConnectionServices,
  { fleet, settings }: Features,
): AutoSync {
  const { clock, log, connectivity } = hosts;
  const session = createSessionHandlers(sessions);
  const neverAborted = new AbortController().signal;
  return new AutoSync({
    clock,
    log,
    connectivity,
    everyMinutes: async () => (await settings.handlers.get({}, { signal: neverAborted })).syncEveryMinutes ?? 0,
    completeness: async () => {
      const { state } = await session.get({}, { signal: neverAborted });
      return state === "signed-in"
        ? await fleet.handlers.completeness({ collection: "endpoint" }, { signal: neverAborted })
        : undefined;
    },
    sync: (signal) => fleet.handlers.sync({}, { signal }),
  });
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
