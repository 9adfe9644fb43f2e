/** One part of the composition: connections, their sessions, and the reachability of their services. */
import type { Contract } from "#shared/contract/index.ts";
import { createAudit, type Audit } from "../features/audit/audit.ts";
import type { auditQueries } from "../features/audit/queries.ts";
import { connect } from "../features/connections/connect.ts";
import type { ConnectDeps } from "../features/connections/connect.ts";
import { ConnectionStore, type UnsavedChoice } from "../features/connections/connection-store.ts";
import { ConnectionGateway } from "../features/connections/gateway.ts";
import type { connectionQueries } from "../features/connections/queries.ts";
import { ServiceReachability } from "../features/connections/reachability.ts";
import type { PracticeDeps } from "../features/connections/practice.ts";
import { createAuthenticate } from "../features/connections/session/sign-in.ts";
import { Sessions } from "../features/connections/session/sessions.ts";
import type { Hosts } from "../core/hosts.ts";
import type { TopicPayloads } from "#shared/contract/kit.ts";
import type { Topics } from "../core/ipc/topics.ts";
import type { Store } from "../core/store/db.ts";

/** The dependencies of every part of the composition. */
export interface AppContext {
  readonly hosts: Hosts;
  readonly store: Store;
  readonly publish: Topics<TopicPayloads<Contract>>["publish"];
  readonly keepAlive: boolean;
  readonly readTimeoutMs?: number;
  /** Outlives this opening of the database; missing where the selected connection is saved, or selecting one is rejected. */
  readonly unsavedChoice?: UnsavedChoice;
}

export interface ConnectionServices {
  readonly audit: Audit;
  readonly connectionStore: ConnectionStore;
  readonly reachability: ServiceReachability;
  readonly sessions: Sessions;
  readonly gateway: ConnectionGateway;
  /** Campaigns are created later. */
  readonly connecting: Omit<ConnectDeps, "campaigns">;
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
  const { clock, log, keychain, proxy, connectivity, machine, files } = hosts;
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
  return { audit, connectionStore, reachability, sessions, gateway, connecting };
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
    await services.sessions.keychainChanged();
    if (keepAlive) await openSessions(services);
    for (const { name: connection } of await services.connectionStore.all()) publish("session.changed", { connection });
  };
  return keychain.onChange(() => {
    publish("keychain.changed", {});
    reloadSessions().catch((cause: unknown) => log.error("session.not-restored", {}, cause));
  });
}

/** The operations on connections that practice mode needs. */
export function practiceConnections(deps: ConnectDeps, onChanged: (name: string) => void): PracticeDeps["connections"] {
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
