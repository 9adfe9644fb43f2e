/** One part of the composition: the features that use the connections. */
import { realpathSync } from "node:fs";
import { parseFilter, parseSort } from "../core/api/query.ts";
import { type Campaigns, createCampaigns } from "../features/campaigns/campaigns.ts";
import type { CampaignDeps } from "../features/campaigns/campaign-deps.ts";
import type { LeaseHolder } from "../features/campaigns/ledger/queries-lease.ts";
import type { campaignQueries } from "../features/campaigns/queries.ts";
import type { ConnectionCleanup } from "../features/connections/handlers.ts";
import { createEvents, type EventsFeature } from "../features/events/events.ts";
import type { eventQueries } from "../features/events/queries.ts";
import { createFleet, type Fleet } from "../features/fleet/fleet.ts";
import type { fleetQueries } from "../features/fleet/queries.ts";
import { createProxySignIns, type ProxySignIns } from "../features/connections/proxy-sign-ins.ts";
import { createPractice, type PracticeDeps } from "../features/connections/practice.ts";
import type { QuotaQueries } from "../features/quotas/queries.ts";
import { createQuotas, type Quotas } from "../features/quotas/quotas.ts";
import type { settingsQueries } from "../features/settings/queries.ts";
import { createUpdates, type Updates } from "../features/settings/updates.ts";
import { createSettings } from "../features/settings/settings.ts";
import { createMessageHistory } from "../features/messages/sms/history.ts";
import type { smsQueries } from "../features/messages/sms/queries.ts";
import { createSmsLists, type SmsLists } from "../features/messages/sms/sms-lists.ts";
import { createNetwork, type Network } from "../features/network/network.ts";
import type { networkQueries } from "../features/network/queries.ts";
import type { templateQueries } from "../features/messages/templates/queries.ts";
import { createTemplates } from "../features/messages/templates/templates.ts";
import type { viewQueries } from "../features/fleet/queries-views.ts";
import { createViews, type ViewsFeature } from "../features/fleet/views.ts";
import type { Hosts } from "../core/hosts.ts";
import { type ChangeJournal, createJournal } from "../core/journal/journal.ts";
import type { JournalQueries } from "../core/journal/queries.ts";
import type { Contract } from "#shared/contract/index.ts";
import { createAudit, type Audit } from "../features/audit/audit.ts";
import type { auditQueries } from "../features/audit/queries.ts";
import { connect, type ConnectDeps } from "../features/connections/connect.ts";
import { ConnectionStore, type UnsavedChoice } from "../features/connections/connection-store.ts";
import { ConnectionGateway } from "../features/connections/gateway.ts";
import type { connectionQueries } from "../features/connections/queries.ts";
import { ServiceReachability } from "../features/connections/reachability.ts";
import { createAuthenticate } from "../features/connections/session/sign-in.ts";
import { Sessions } from "../features/connections/session/sessions.ts";
import type { TopicPayloads } from "#shared/contract/kit.ts";
import type { Topics } from "../core/ipc/router.ts";
import type { Store } from "../core/store/db.ts";

export interface Features {
  readonly journal: ChangeJournal;
  readonly fleet: Fleet;
  readonly smsLists: SmsLists;
  readonly campaigns: Campaigns;
  readonly events: EventsFeature;
  readonly network: Network;
  readonly views: ViewsFeature;
  readonly templates: ReturnType<typeof createTemplates>;
  readonly settings: ReturnType<typeof createSettings>;
  readonly updates: Updates;
  readonly practice: ReturnType<typeof createPractice>;
  readonly quotas: Quotas;
}

/** Creates every feature that works; nothing is started. */
export function createFeatures(
  context: AppContext,
  { audit, connectionStore, gateway, sessions, proxy, connecting }: ConnectionServices,
): Features {
  const { hosts, store, publish, keepAlive } = context;
  const { clock, log } = hosts;
  const fleet = createFleet({
    store: store.use<typeof fleetQueries>("fleet"),
    connections: gateway,
    clock,
    log,
    coverageOf: (id, span) => store.use<typeof eventQueries>("events").endpointCoverage(id, span),
    onChanged: (event) => publish("fleet.changed", event),
    onProgress: (event) => publish("fleet.syncProgress", event),
    onSyncEnded: (event) => notifySyncEnded(context, event, campaigns),
    onAudiencesChanged: (event) => publish("fleet.audiencesChanged", event),
    files: hosts.files,
  });
  const onMessages = smsNotifier(context, connectionStore);
  const smsLists = createSmsLists({ store: store.use<typeof smsQueries>("sms"), onChanged: onMessages });
  const campaigns = createCampaigns({
    store: store.use<typeof campaignQueries>("campaigns"),
    clock,
    log,
    keepAlive,
    ...sendGuard(context),
    connections: {
      open: (name) => gateway.open(name),
      openById: (id) => gateway.openById(id),
      names: () => connectionStore.names(),
    },
    directory: fleet.directory,
    names: fleet.names,
    audiences: fleet.savedAudiences,
    past: fleet.past,
    sessionOf: (name) => sessions.state(name),
    viewFilter: (connectionId, view) => views.filterOf(connectionId, view),
    files: hosts.files,
    publish,
    onList: (connectionId, endpoint, list) => smsLists.saveSmsList(connectionId, endpoint, list),
    listedIds: (connectionId, endpoint, since) => smsLists.listedIds(connectionId, endpoint, since),
    senders: (connectionId) => store.use<typeof smsQueries>("sms").senders(connectionId),
    onEndpoint: onMessages,
  });
  const events = createAppEvents(context, gateway, fleet);
  const views = createAppViews(context, connectionStore);
  const templates = createTemplates({
    store: store.use<typeof templateQueries>("templates"),
    files: hosts.files,
    clock,
    log,
    onChanged: () => publish("templates.changed", {}),
  });
  const settings = createSettings({
    store: store.use<typeof settingsQueries>("settings"),
    log,
    onChanged: () => publish("settings.changed", {}),
  });
  const quotas = createQuotas({
    store: store.use<QuotaQueries>("quotas"),
    connections: gateway,
    directory: fleet.directory,
    names: fleet.names,
    audiences: fleet.savedAudiences,
    viewFilter: (connectionId, view) => views.filterOf(connectionId, view),
    connectionNames: () => connectionStore.names(),
    clock,
    log,
    audit: audit.projection,
    publish,
  });
  const practice = createPractice({
    host: hosts.practice,
    connections: practiceConnections({ ...connecting, campaigns, quotas }, (connection) =>
      publish("connections.changed", { connection }),
    ),
    memory: settings.own,
    log,
    onChanged: () => publish("practice.changed", {}),
  });
  const updates = createAppUpdates(context, { connectionStore, proxy }, { settings, campaigns, quotas });
  const journaled = createJournaled(context, { gateway, sessions, audit }, fleet);
  return { ...journaled, fleet, smsLists, campaigns, events, views, templates, settings, updates, practice, quotas };
}

function createAppUpdates(
  { hosts, publish }: AppContext,
  { connectionStore, proxy }: Pick<ConnectionServices, "connectionStore" | "proxy">,
  { settings, campaigns, quotas }: Pick<Features, "settings" | "campaigns" | "quotas">,
): Updates {
  const { signal } = new AbortController();
  return createUpdates({
    host: hosts.updates,
    current: hosts.about.version,
    clock: hosts.clock,
    log: hosts.log,
    proxy,
    setting: async () => (await settings.handlers.get({}, { signal })).updates ?? "stable",
    isSending: async () => {
      const all = await campaigns.handlers.list({}, { signal });
      if (all.campaigns.some(({ state }) => state === "running" || state === "waiting")) return true;
      for (const { id } of await connectionStore.all()) if (await quotas.isActive(id)) return true;
      return false;
    },
    onAvailable: (version) => publish("updates.available", { version }),
    onChanged: () => publish("updates.changed", {}),
  });
}

/** The feature whose changes go through the journal. */
function createJournaled(
  { hosts, store, publish }: AppContext,
  { gateway, sessions, audit }: Pick<ConnectionServices, "gateway" | "sessions" | "audit">,
  { profileUse }: Fleet,
): Pick<Features, "journal" | "network"> {
  const journal = createJournal({
    store: store.use<JournalQueries>("journal"),
    clock: hosts.clock,
    log: hosts.log,
    audit: audit.projection,
  });
  const network = createNetwork({
    store: store.use<typeof networkQueries>("network"),
    connections: gateway,
    use: profileUse,
    // The trust policy of a destination names the organisation of the session.
    organisationOf: async (connection) => (await sessions.state(connection)).identity.organisationId,
    journal,
    onChanged: (connection, part) => {
      if (part === "streams") publish("streams.changed", { connection });
      else {
        // Both pages show which profile uses which configuration.
        publish("profiles.changed", { connection });
        publish("dns.changed", { connection });
      }
    },
  });
  return { journal, network };
}

function createAppViews(
  { hosts, store, publish }: AppContext,
  connections: ConnectionServices["connectionStore"],
): ViewsFeature {
  return createViews({
    store: store.use<typeof viewQueries>("views"),
    connections,
    check: (collection, { filter, sort }) => {
      parseFilter(collection, filter);
      parseSort(collection, sort);
    },
    clock: hosts.clock,
    onChanged: (connection) => publish("views.changed", { connection }),
  });
}

/** An endpoint's history contains its messages and changes next to its events. */
function createAppEvents(
  { hosts, store, publish }: AppContext,
  gateway: ConnectionServices["gateway"],
  fleet: Fleet,
): EventsFeature {
  return createEvents({
    store: store.use<typeof eventQueries>("events"),
    connections: gateway,
    history: {
      messages: createMessageHistory({ store: store.use<typeof smsQueries>("sms"), names: fleet.names }),
      changes: (connectionId, endpoint) => fleet.changes.of(connectionId, endpoint),
    },
    clock: hosts.clock,
    log: hosts.log,
    files: hosts.files,
    onAdded: (news) => publish("events.added", news),
    onFollowChanged: (news) => publish("events.followChanged", news),
  });
}

/** Publishes that the messages of an endpoint have changed. */
function smsNotifier(
  { publish }: AppContext,
  connectionStore: ConnectionServices["connectionStore"],
): (connectionId: number, endpoint: string) => Promise<void> {
  return async (connectionId, endpoint) => {
    const connection = (await connectionStore.names()).get(connectionId);
    if (connection !== undefined) publish("sms.changed", { connection, endpoint });
  };
}

/** The features that delete data when a connection is removed. */
export function cleanupHooksOf({
  fleet,
  smsLists,
  views,
  campaigns,
  events,
  quotas,
  network,
  journal,
}: Features): readonly ConnectionCleanup[] {
  return [
    (id, signal) => fleet.deleteConnectionData(id, signal),
    (id, signal) => smsLists.deleteConnectionData(id, signal),
    (id) => views.deleteConnectionData(id),
    (id) => campaigns.deleteConnectionData(id),
    (id, signal) => events.deleteConnectionData(id, signal),
    (id, signal) => quotas.deleteConnectionData(id, signal),
    (id) => network.deleteConnectionData(id),
    (id) => journal.deleteConnectionData(id),
  ];
}

function notifySyncEnded(
  { publish }: AppContext,
  event: Parameters<Parameters<typeof createFleet>[0]["onSyncEnded"]>[0],
  campaigns: Campaigns,
): void {
  publish("fleet.syncEnded", event);
  if (event.collection === "endpoint") campaigns.onEndpointsSynced(event.connection);
}

/** Detects a copied, older or lost database. */
function sendGuard({ hosts, store }: AppContext): Pick<CampaignDeps, "holder" | "marks" | "requireDataDir" | "random"> {
  const { sendMarks: marks, random = Math.random } = hosts;
  return { holder: leaseHolder(hosts), marks, requireDataDir: () => store.requireInPlace(), random };
}

/** The directory is part of the identity: a copy has another path and must not send. */
function leaseHolder({ machine, dataDir }: Hosts): LeaseHolder {
  const { machineId, formerMachineId, processId, instanceId } = machine;
  const home = realpathSync(dataDir);
  return { machine: machineId, formerMachine: formerMachineId, home, process: processId, instance: instanceId };
}

// One part of the composition: connections, their sessions, and the reachability of their services.

/** The dependencies of every part of the composition. */
export interface AppContext {
  readonly hosts: Hosts;
  readonly store: Store;
  readonly publish: Topics<TopicPayloads<Contract>>["publish"];
  readonly keepAlive: boolean;
  readonly readTimeoutMs?: number;
  /** Outlives this opening of the database; missing where the selected connection is saved, or selecting one is rejected. */
  readonly unsavedChoice?: UnsavedChoice;
  /** Stops everything, runs `work` on the closed database, and starts again unless the program ends, also when `work` fails; calls wait meanwhile. */
  readonly whileClosed: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ConnectionServices {
  readonly audit: Audit;
  readonly connectionStore: ConnectionStore;
  readonly reachability: ServiceReachability;
  readonly sessions: Sessions;
  readonly gateway: ConnectionGateway;
  readonly proxy: ProxySignIns;
  /** Campaigns and quotas are created later. */
  readonly connecting: Omit<ConnectDeps, "campaigns" | "quotas">;
}

/** Creates the services without opening anything. */
export function createConnectionServices({
  hosts,
  store,
  publish,
  keepAlive,
  readTimeoutMs,
  unsavedChoice,
}: AppContext): ConnectionServices {
  const { clock, log, keychain, connectivity, machine, files } = hosts;
  const onChanged: Parameters<typeof createProxySignIns>[0]["onChanged"] = (change) => publish("proxy.changed", change);
  const proxy = createProxySignIns({ proxy: hosts.proxy, keychain, log, onChanged });
  const audit = createAudit({
    store: store.use<typeof auditQueries>("audit"),
    clock,
    log,
    machine,
    files,
    onAdded: () => publish("audit.added", {}),
  });
  const connectionStore = new ConnectionStore(store.use<typeof connectionQueries>("connections"), clock, unsavedChoice);
  const namesOf = async (baseUrl: string): Promise<string[]> =>
    (await connectionStore.all()).filter((connection) => connection.baseUrl === baseUrl).map(({ name }) => name);
  const reachability = new ServiceReachability({
    clock,
    connectivity,
    keepAlive,
    onChanged: (baseUrl) =>
      void namesOf(baseUrl).then(
        (names) => names.forEach((connection) => publish("connections.reachabilityChanged", { connection })),
        (cause: unknown) => log.error("connections.reachability-not-published", {}, cause),
      ),
  });
  const sessions = new Sessions({
    store: connectionStore,
    clock,
    log,
    keychain,
    requireWritable: () => {
      if (store.readOnly !== undefined) throw store.readOnly;
    },
    authenticate: audit.watchSignIns(
      createAuthenticate({ clock, log, proxy, watch: (wire) => reachability.watch(wire) }),
    ),
    onChanged: (connection) => publish("session.changed", { connection }),
  });
  const gateway = new ConnectionGateway({
    store: connectionStore,
    authorizer: (id, baseUrl) => sessions.authorizer(id, baseUrl),
    clock,
    log,
    proxy,
    reachability,
    onGovernorChanged: (connection) => publish("connections.governorChanged", { connection }),
    readTimeoutMs,
    watchCalls: (owner, call) => audit.watchCalls(owner, call),
  });
  const connecting: ConnectionServices["connecting"] = {
    store: connectionStore,
    signIns: sessions,
    onSaved: (now, before) => gateway.saved(now, before),
  };
  return { audit, connectionStore, reachability, sessions, gateway, proxy, connecting };
}

/** Opens every session, so that its tokens are refreshed without being used. */
export async function openSessions({ connectionStore, sessions }: ConnectionServices): Promise<void> {
  await sessions.openAll((await connectionStore.all()).map(({ id }) => id));
}

/** After another keychain was chosen, or one was unlocked, every session is read from it again. */
export function followKeychain(
  { hosts: { keychain, log }, publish, keepAlive }: AppContext,
  services: ConnectionServices,
): () => void {
  const reloadSessions = async (): Promise<void> => {
    services.proxy.keychainChanged();
    await services.sessions.keychainChanged();
    if (keepAlive) await openSessions(services);
    for (const { name: connection } of await services.connectionStore.all()) publish("session.changed", { connection });
  };
  return keychain.onChange(() => {
    publish("keychain.changed", {});
    reloadSessions().catch((cause: unknown) => log.error("session.not-restored", {}, cause));
  });
}

/** Probes the services that did not answer, and continues what waits for them: the proxy, or the network, may let them through now. */
export async function retryUnreachable(
  { connectionStore, reachability }: ConnectionServices,
  campaigns: { probeNow(connectionId: number): void },
): Promise<void> {
  for (const { id, baseUrl } of await connectionStore.all()) {
    if (reachability.of(baseUrl).state === "offline") await reachability.probe(baseUrl);
    campaigns.probeNow(id);
  }
}

/** The operations on connections that practice mode needs. */
function practiceConnections(deps: ConnectDeps, onChanged: (name: string) => void): PracticeDeps["connections"] {
  const { store: connectionStore } = deps;
  return {
    all: () => connectionStore.all(),
    use: async (name) => {
      await connectionStore.makeCurrent(name);
      onChanged(name);
    },
    connect: async (name, { baseUrl, applicationToken }) => {
      const secret = { applicationToken };
      const request = { name, baseUrl, secret, options: {}, allowUnencrypted: false };
      const answer = await connect(deps, request, { practice: true });
      onChanged(answer.connection.name);
    },
  };
}
