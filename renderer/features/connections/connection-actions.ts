/** Actions on a connection and its session. */
import { t } from "#shared/texts/text.ts";
import { type Action, onOpen } from "../../app/actions/action.ts";
import { cachedData } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { currentConnection } from "../../data/connection.ts";

export const practiceEndpoints = 10_000;

export interface ConnectionTarget {
  readonly connection: string;
}

export const signOut: Action<ConnectionTarget> = {
  id: "sign-out",
  title: t(($) => $.shell.commands.signOut.title),
  scope: ({ connection }) => `session ${connection}`,
  run: async ({ connection }) => {
    await fleet.session.signOut({ connection });
    await reloadQueries("session.get");
  },
};

/** Makes it the connection that all requests use. */
export const switchConnection: Action<ConnectionTarget> = {
  id: "switch-connection",
  title: t(($) => $.connections.view.use),
  scope: ({ connection }) => `connection ${connection}`,
  run: async ({ connection }) => {
    await fleet.connections.use({ connection });
    await reloadQueries("connections.list");
  },
};

export const deleteConnection: Action<ConnectionTarget> = {
  id: "delete-connection",
  title: t(($) => $.connections.delete.confirm),
  scope: ({ connection }) => `connection ${connection}`,
  run: async ({ connection }, { saveConnectDraft, saveOptionsDraft, announce }) => {
    await fleet.connections.delete({ connection });
    saveConnectDraft(connection, undefined);
    saveOptionsDraft(connection, undefined);
    announce(t(($) => $.connections.delete.deleted, { name: connection }));
    await reloadQueries("connections.list");
  },
};

/** Where tokens are stored; a passphrase only for the encrypted file. */
export const chooseKeychain: Action<Parameters<typeof fleet.keychain.choose>[0]> = {
  id: "choose-keychain",
  title: t(($) => $.connections.keychain.useFile),
  run: async (choice) => {
    await fleet.keychain.choose(choice);
    await reloadQueries("keychain.get");
  },
};

export const unlockKeychain: Action<{ readonly passphrase: string }> = {
  id: "unlock-keychain",
  title: t(($) => $.connections.keychain.unlock),
  run: async ({ passphrase }) => {
    await fleet.keychain.unlock({ passphrase });
    await reloadQueries("keychain.get");
  },
};

type ProxySignIn = Parameters<typeof fleet.proxy.signIn>[0];

export const signInToProxy: Action<ProxySignIn> = {
  id: "sign-in-to-proxy",
  title: t(($) => $.connections.proxy.signIn),
  scope: ({ proxy }) => `proxy ${proxy}`,
  run: async (signIn) => {
    await fleet.proxy.signIn(signIn);
    await reloadQueries("proxy.list");
  },
};

export const signOutOfProxy: Action<Pick<ProxySignIn, "proxy">> = {
  id: "sign-out-of-proxy",
  title: t(($) => $.connections.proxy.signOut),
  scope: ({ proxy }) => `proxy ${proxy}`,
  run: async ({ proxy }) => {
    await fleet.proxy.signOut({ proxy });
    await reloadQueries("proxy.list");
  },
};

export interface SimulatorTarget {
  readonly onStarted: (connection: string) => void;
}

export const startSimulator: Action<SimulatorTarget> = {
  id: "start-simulator",
  title: t(($) => $.connections.practice.start),
  scope: () => "simulator",
  run: async ({ onStarted }, { announce }) => {
    announce(t(($) => $.connections.practice.starting));
    const { connection } = await fleet.practice.start({ endpoints: practiceEndpoints });
    await reloadQueries("connections.list", "practice.get");
    announce(t(($) => $.connections.practice.started));
    if (connection !== undefined) onStarted(connection);
  },
};

export const stopSimulator: Action<SimulatorTarget> = {
  id: "stop-simulator",
  title: t(($) => $.connections.practice.stop),
  scope: () => "simulator",
  run: async () => {
    await fleet.practice.stop({});
    await reloadQueries("practice.get");
  },
};

export const signOutHere = onOpen(
  signOut,
  () => {
    const { name: connection } = currentConnection() ?? {};
    if (connection === undefined || cachedData("session.get", { connection })?.state !== "signed-in") return undefined;
    return { connection };
  },
  t(($) => $.shell.unavailable.signedOut),
  { id: "sign-out", title: t(($) => $.shell.commands.signOut.title), group: "connection" },
);
