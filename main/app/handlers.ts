/** One part of the composition: the handlers of the contract. */
import { join } from "node:path";
import { codedText } from "#shared/texts/coded-text.ts";
import { contract, type Contract } from "#shared/contract/index.ts";
import type { AppContext, ConnectionServices } from "./connections.ts";
import { cleanupHooksOf, type Features } from "./features.ts";
import { credentialsOf } from "../features/connections/connect.ts";
import { createConnectionHandlers, createKeychainHandlers } from "../features/connections/handlers.ts";
import {
  type ConnectionTestDeps,
  createConnectionTest,
  testExisting,
} from "../features/connections/diagnostics/handlers.ts";
import { createData } from "../features/settings/data.ts";
import { createDiagnostics } from "../features/settings/diagnostics/diagnostics.ts";
import type { fleetQueries } from "../features/fleet/queries.ts";
import { createOverview } from "./overview.ts";
import { createDoctor } from "../features/fleet/doctor/doctor.ts";
import { createSessionHandlers } from "../features/connections/session/handlers.ts";
import { createSmsHandlers } from "../features/messages/sms/handlers.ts";
import type { smsQueries } from "../features/messages/sms/queries.ts";
import { AppError } from "#shared/failure.ts";
import { databaseName } from "../core/store/open.ts";
import { listBackups } from "../core/store/restore.ts";
import type { maintenanceQueries } from "../core/store/maintenance.ts";
import { type HandlersOf, refusing } from "../core/ipc/router.ts";

/** Handlers for all operations of the contract. */
export function createHandlers(
  { hosts, store, publish }: AppContext,
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
      views: gateway,
      endSession: (id, vaultKey) => sessions.replaced(id, vaultKey),
      onDeleted: (id) => gateway.closeClient(id),
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
    views: views.handlers,
  };
  const fleetStore = store.use<typeof fleetQueries>("fleet");
  return {
    ...handlers,
    data: createAppData({ hosts, store }, services, features, handlers),
    overview: createOverview({ handlers, store: fleetStore, connections: gateway, clock: hosts.clock }),
  };
}

/** The test of a connection, and the checks of the program, which use it. */
function createAppDiagnostics(
  { hosts, store }: Pick<AppContext, "hosts" | "store">,
  { connectionStore, sessions, gateway }: ConnectionServices,
): HandlersOf<Contract>["diagnostics"] {
  const connectionTest: ConnectionTestDeps = {
    ...hosts,
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
      database: { facts: () => maintenance.facts(), check: (signal) => store.check(signal) },
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

function createAppData(
  { hosts, store }: Pick<AppContext, "hosts" | "store">,
  { connectionStore }: ConnectionServices,
  { campaigns }: Features,
  { quotas, settings, suppression, templates, views }: Omit<HandlersOf<Contract>, "data" | "overview">,
): HandlersOf<Contract>["data"] {
  const { clock, files, dataDir } = hosts;
  const maintenance = store.use<typeof maintenanceQueries>("maintenance");
  const file = join(dataDir, databaseName);
  return createData({
    clock,
    files,
    dataDir,
    settings,
    suppression,
    templates,
    views,
    connections: async () => (await connectionStore.all()).map(({ name }) => name),
    database: {
      file,
      facts: () => maintenance.facts(),
      compact: () => maintenance.compact(file),
      backUp: () => maintenance.backUp(file, clock.now()),
      backups: () => listBackups(dataDir),
    },
    isBusy: async (context) => {
      for (const { id, name } of await connectionStore.all()) {
        if ((await campaigns.ofConnection(id)).running > 0) return true;
        const { changes } = await quotas.changes({ connection: name, limit: 200 }, context);
        if (changes.some(({ state }) => state === "reading" || state === "running")) return true;
      }
      return false;
    },
  });
}
