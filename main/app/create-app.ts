/** The composition root of the core: creates the features and connects them. Constructing it has no effects, `start` has. */
import { codedText } from "#shared/texts/coded-text.ts";
import { contract, type FleetClient, type Contract } from "#shared/contract/index.ts";
import type { Failure, TopicPayloads } from "#shared/contract/kit.ts";
import {
  followKeychain,
  createConnectionServices,
  openSessions,
  retryUnreachable,
  type AppContext,
  type ConnectionServices,
  cleanupHooksOf,
  createFeatures,
  type Features,
} from "./features.ts";
import type { UnsavedChoice } from "../features/connections/connection-store.ts";
import { createConnectionHandlers, createKeychainHandlers, resumeCleanups } from "../features/connections/handlers.ts";
import type { QuotaQueries } from "../features/quotas/queries.ts";
import { createSessionHandlers } from "../features/connections/session/sessions.ts";
import { AutoSync } from "../features/fleet/auto-sync.ts";
import { type Collection, collectionSchema, type Completeness } from "#shared/contract/fleet/fleet.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import type { Clock, Hosts, ProxyResolver } from "../core/hosts.ts";
import { filesOfCaller } from "../core/ipc/outside-calls.ts";
import { rejectChanges, rejectReadOnlyConnections } from "../core/ipc/read-only-calls.ts";
import {
  type Call,
  createClient,
  createRouter,
  createTopics,
  type HandlersOf,
  type On,
  refusing,
  type Topics,
} from "../core/ipc/router.ts";
import { abortWhenStopped } from "../core/ipc/stop-calls.ts";
import { createWindowCalls } from "../core/ipc/window-calls.ts";
import type { ReadOnlyReason } from "../core/store/messages.ts";
import { openStore, databaseName } from "../core/store/open.ts";
import { join } from "node:path";
import { credentialsOf } from "../features/connections/connect.ts";
import {
  type ConnectionTestDeps,
  createConnectionTest,
  testExisting,
} from "../features/connections/diagnostics/test-connection.ts";
import { createProxyHandlers } from "../features/connections/proxy-sign-ins.ts";
import { createDiagnostics } from "../features/settings/diagnostics/diagnostics.ts";
import type { fleetQueries } from "../features/fleet/queries.ts";
import { createAppData, createAppPruning } from "./app-data.ts";
import { createOverview } from "./overview.ts";
import { createReopening, type Reopening, type Running } from "./reopening.ts";
import { createDoctor } from "../features/fleet/doctor.ts";
import { createSmsHandlers } from "../features/messages/sms/handlers.ts";
import type { smsQueries } from "../features/messages/sms/queries.ts";
import type { maintenanceQueries } from "../core/store/maintenance.ts";

/** Checking an evidence file needs no database. */
export { isAuditFile, verifyAuditFile } from "../features/audit/audit-file.ts";
export { verifyEvidence } from "../features/campaigns/evidence/evidence.ts";

/** Replacing a database that cannot be opened does not need it open either. */
export { compareBackup, deleteBackups, listBackups, restoreBackup } from "../core/store/restore.ts";
export { inspectFile } from "../core/store/integrity.ts";
export { rebuildDatabase } from "../core/store/rebuild.ts";
export { completeReplacement } from "../core/store/replacement.ts";
export { readReplaced } from "../core/store/open-marker.ts";
export type { Comparison } from "../core/store/messages.ts";

/** Name of the database inside the data directory. */
export { databaseName } from "../core/store/open.ts";
export type { ReadOnlyReason } from "../core/store/messages.ts";

export interface App {
  /** Handles `feature.operation`; `not-started` before `start` and after `stop`, the reason where it could not be opened again. */
  readonly call: Call;
  /** The same for the window, which may not pass file paths. */
  readonly windowCall: Call;
  /** `call`, typed. */
  readonly client: FleetClient;
  readonly on: On<TopicPayloads<Contract>>;
  /** Every topic, for a transport. */
  readonly onAny: Topics<TopicPayloads<Contract>>["onAny"];
  /**
   * Opens the database; the caller holds the lock of the data directory, unless `readOnly` says why it cannot be locked: then nothing
   * is written. An open core is closed first, and calls wait until then; topics keep their listeners.
   */
  start(readOnly?: ReadOnlyReason): Promise<void>;
  /** Why nothing can be changed or sent: `disk-full` or `data-dir-read-only`; available after `start`. */
  readonly readOnly: Failure | undefined;
  /** Why the database could not be opened; `start` tries again. */
  readonly closed: Failure | undefined;
  /** With the sign-ins of the keychain, once started. */
  readonly proxy: ProxyResolver;
  /** The computer has slept: whatever is due by time is checked now, not at the next interval. */
  woke(): void;
  /**
   * Ends running work, waits a moment for requests in flight, and until a replacement of the database is complete; closes the database.
   * Safe to call twice or without a start.
   */
  stop(): Promise<void>;
}

interface AppOptions {
  /** The process is long-lived: tokens are refreshed without being used, and unreachable services are polled. */
  readonly keepAlive?: boolean;
  /** How long a read may wait for its response. */
  readonly readTimeoutMs?: number;
}

export function createApp(outer: Hosts, { keepAlive = false, readTimeoutMs }: AppOptions = {}): App {
  const hosts = { ...outer, files: filesOfCaller(outer.files) };
  const topics = createTopics(contract, {
    clock: hosts.clock,
    log: hosts.log,
    progress: {
      "audit.added": () => "all",
      "campaigns.progress": ({ campaignId }) => campaignId,
      "campaigns.planProgress": ({ name }) => name,
      "fleet.syncProgress": ({ connection, collection }) => `${connection}/${collection}`,
      "quotas.progress": ({ connection, work, id }) => `${connection}/${work}/${id}`,
      "connections.governorChanged": ({ connection }) => connection,
      "connections.reachabilityChanged": ({ connection }) => connection,
    },
  });
  /** The selected connection while nothing can be written. */
  const choice: UnsavedChoice = { name: undefined };
  const reopening: Reopening = createReopening(hosts.log, async (readOnly) => {
    const { dataDir, startStoreThread: startThread, log, clock } = hosts;
    const { whileClosed } = reopening;
    const onCorrupt = ({ text: message }: AppError): void => topics.publish("data.damaged", { message });
    const store = await openStore({ dataDir, startThread, log, clock, readOnly, onCorrupt });
    try {
      const unsavedChoice = keepAlive && store.readOnly !== undefined ? choice : undefined;
      const context = { hosts, store, publish: topics.publish, keepAlive, readTimeoutMs, unsavedChoice, whileClosed };
      const running = await startFeatures(context);
      if (store.readOnly === undefined && choice.name !== undefined) {
        await running.call("connections.use", { connection: choice.name });
        choice.name = undefined;
      }
      return running;
    } catch (error) {
      await store.close();
      throw error;
    }
  });
  const { call } = reopening;
  return {
    call,
    windowCall: createWindowCalls(contract, call),
    client: createClient<Contract>(call),
    on: topics.on,
    onAny: topics.onAny,
    start: (readOnly) => reopening.start(readOnly),
    get readOnly() {
      const error = reopening.running?.readOnly;
      return error === undefined ? undefined : toFailure(error);
    },
    get closed() {
      return reopening.closed;
    },
    proxy: { resolve: (url) => (reopening.running?.proxy ?? hosts.proxy).resolve(url) },
    woke: () => reopening.running?.woke(),
    stop: async () => {
      await reopening.stop();
      topics.flush();
    },
  };
}

/** Creates every feature and connects them; each gets the interfaces it declares. */
async function startFeatures(context: AppContext): Promise<Running> {
  const { hosts, store, keepAlive, unsavedChoice } = context;
  const services = createConnectionServices(context);
  const { audit, sessions, gateway, reachability } = services;
  const features = createFeatures(context, services);
  const { campaigns, events, fleet, practice, quotas, journal } = features;
  const handlers = createHandlers(context, services, features);
  const { readOnly } = store;
  const call = abortWhenStopped(rejectReadOnlyConnections(createRouter(contract, handlers, hosts.log)));
  if (readOnly !== undefined) {
    const also = unsavedChoice === undefined ? [] : ["connections.use"];
    // Nothing starts automatically: its first step would be a write.
    const calls = trackCalls(rejectChanges(call, toFailure(readOnly), also), hosts.clock);
    const stop = (): Promise<void> =>
      inOrder([() => calls.drain(), () => sessions.stop(), () => gateway.stop(), () => store.close()]);
    return { call: calls.call, readOnly, proxy: services.proxy, woke: () => undefined, stop };
  }
  const stopListening = followKeychain(context, services);
  reachability.start();
  await sessions.start();
  await campaigns.start();
  await quotas.start();
  await journal.start();
  fleet.start();
  if (keepAlive) await openSessions(services);
  const autoSync = createAppAutoSync(context, services, features);
  if (keepAlive) autoSync.start();
  if (keepAlive) features.updates.start();
  const pruning = createAppPruning(context, services, features);
  // A window leaves the disk to its start first; a command may end soon.
  pruning.start(keepAlive ? 60_000 : 0);
  const leftovers = resumeCleanups(services.connectionStore, cleanupHooksOf(features), hosts.log);
  // In the background: the cache is usable before the simulator runs.
  void practice.start();
  return {
    call,
    readOnly,
    proxy: services.proxy,
    woke: () => {
      sessions.checkNow();
      retryUnreachable(services, campaigns)
        .then(() => autoSync.syncIfDue())
        .catch((cause: unknown) => hosts.log.error("app.wake-failed", {}, cause));
    },
    stop: () =>
      inOrder([
        async () => stopListening(),
        () => autoSync.stop(),
        async () => features.updates.stop(),
        () => leftovers.stop(),
        () => pruning.stop(),
        () => events.stop(),
        // Before the campaigns: the end of a sync starts campaign work.
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

/** How long `stop` waits for reads from the service. */
const readGraceMs = 2000;

/** `drain` waits for the calls in progress, with a limit. */
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

/** For the selected connection, while it is signed in. */
function createAppAutoSync(
  { hosts }: AppContext,
  { sessions, gateway, reachability }: ConnectionServices,
  { campaigns, fleet, settings }: Features,
): AutoSync {
  const { clock, log, connectivity } = hosts;
  const session = createSessionHandlers(sessions);
  const { signal } = new AbortController();
  return new AutoSync({
    clock,
    log,
    connectivity,
    isAutomatic: async () => (await settings.handlers.get({}, { signal })).sync === "automatic",
    status: async () => {
      // Named everywhere: another connection may become the current one in between.
      const { id, name, baseUrl, governor } = await gateway.open();
      if ((await session.get({ connection: name }, { signal })).state !== "signed-in") return undefined;
      const others = collectionSchema.options.filter((collection) => collection !== "endpoint");
      const cacheOf = (collection: Collection): Promise<Completeness> =>
        fleet.handlers.completeness({ connection: name, collection }, { signal });
      return {
        connection: { id, name },
        caches: [await cacheOf("endpoint"), ...(await Promise.all(others.map(cacheOf)))],
        ratePerSecond: governor.state().ratePerSecond,
        isSending: (await campaigns.ofConnection(id)).sending > 0,
        isUnreachable: reachability.of(baseUrl).state === "offline",
      };
    },
    sync: (connection, stopping) => fleet.handlers.sync({ connection }, { signal: stopping }),
  });
}

/** Runs every step, also after one that failed; throws the first failure at the end. */
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

// One part of the composition: the handlers of the contract.

/** Handlers for all operations of the contract. */
function createHandlers(
  { hosts, store, publish, whileClosed }: AppContext,
  services: ConnectionServices,
  features: Features,
): HandlersOf<Contract> {
  const { sessions, gateway, connecting } = services;
  const { fleet, smsLists, campaigns, views, templates, settings, practice, events, quotas } = features;
  const handlers: Omit<HandlersOf<Contract>, "data" | "overview"> = {
    audit: services.audit.handlers,
    campaigns: campaigns.handlers,
    connections: createConnectionHandlers({
      ...connecting,
      campaigns,
      quotas,
      views: gateway,
      endSession: (id, vaultKey) => sessions.replaced(id, vaultKey),
      onDeleted: async (id) => {
        await quotas.endOver(id);
        await gateway.closeClient(id);
      },
      cleanupHooks: cleanupHooksOf(features),
      onChanged: (connection) => {
        publish("connections.changed", { connection });
        if (store.readOnly === undefined) void practice.onCurrentConnectionChanged();
      },
    }),
    diagnostics: createAppDiagnostics({ hosts, store }, services),
    dns: features.network.dns,
    doctor: createDoctor({ connections: gateway, directory: fleet.directory, files: hosts.files }),
    drafts: campaigns.planning.drafts,
    events: events.handlers,
    fleet: fleet.handlers,
    keychain: createKeychainHandlers(hosts),
    planning: campaigns.planning.planning,
    practice: practice.handlers,
    proxy: createProxyHandlers({
      signIns: services.proxy,
      baseUrls: async () => (await services.connectionStore.all()).map(({ baseUrl }) => baseUrl),
      onSignedIn: () => {
        const report = (cause: unknown): void => hosts.log.error("proxy.not-retried", {}, cause);
        retryUnreachable(services, campaigns).catch(report);
      },
    }),
    quotas: quotas.handlers,
    records: fleet.records,
    profiles: features.network.profiles,
    session: createSessionHandlers(sessions),
    settings: settings.handlers,
    // The desktop app handles these before they reach the router.
    shell: refusing(contract.shell, () => new AppError("not-in-a-window", codedText("window-only"))),
    sms: createSmsHandlers({
      store: store.use<typeof smsQueries>("sms"),
      lists: {
        saveSmsList: async (connectionId, endpoint, list) => {
          await smsLists.saveSmsList(connectionId, endpoint, list);
          await campaigns.recordList(connectionId, endpoint, list);
        },
      },
      names: fleet.names,
      connections: gateway,
      sender: campaigns,
      clock: hosts.clock,
      onChanged: (connection, endpoint) => publish("sms.changed", { connection, endpoint }),
    }),
    streams: features.network.streams,
    suppression: campaigns.planning.suppression,
    templates,
    updates: features.updates.handlers,
    views: views.handlers,
  };
  const { disabledSince, syncTotals } = store.use<typeof fleetQueries>("fleet");
  const { changesOnHold } = store.use<QuotaQueries>("quotas");
  return {
    ...handlers,
    data: createAppData({ hosts, store, whileClosed }, services, features, handlers),
    overview: createOverview({
      handlers,
      store: { disabledSince, syncTotals, changesOnHold },
      contactCounts: fleet.contactCounts,
      connections: gateway,
      clock: hosts.clock,
    }),
  };
}

/** The test of a connection, and the checks of the program, which use it. */
function createAppDiagnostics(
  { hosts, store }: Pick<AppContext, "hosts" | "store">,
  { connectionStore, sessions, gateway, proxy }: ConnectionServices,
): HandlersOf<Contract>["diagnostics"] {
  const connectionTest: ConnectionTestDeps = {
    ...hosts,
    proxy,
    tryOut: (baseUrl, secret, signal) => sessions.tryOut(baseUrl, credentialsOf(secret), signal),
    sessionOf: async (name) => {
      const connection = await connectionStore.find(name);
      const authorizer = sessions.authorizer(connection.id, connection.baseUrl);
      return { name: connection.name, baseUrl: connection.baseUrl, token: (until) => authorizer.token(until) };
    },
  };
  const maintenance = store.use<typeof maintenanceQueries>("maintenance");
  return {
    ...createConnectionTest(connectionTest),
    ...createDiagnostics({
      ...hosts,
      readOnly: store.readOnly,
      database: {
        file: join(hosts.dataDir, databaseName),
        facts: () => maintenance.facts(),
        check: (signal) => store.check(signal),
      },
      servicePath: async (named) => {
        const all = await connectionStore.all();
        if (named === undefined && all.length === 0) return undefined;
        const { name } = await connectionStore.find(named);
        return {
          test: (signal) => testExisting(connectionTest, name, signal),
          governor: () => gateway.governorView(name),
        };
      },
      names: async () => {
        const identities = (await connectionStore.all()).map(({ identity }) => identity);
        const { userName } = hosts.machine;
        return [
          ...(await connectionStore.names()).values(),
          ...identities.flatMap(({ organisationName, username }) => [organisationName, username]),
          userName,
        ].filter((name) => name !== undefined);
      },
    }),
  };
}
