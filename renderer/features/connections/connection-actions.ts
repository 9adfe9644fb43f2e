/** Actions on a connection and its session. */
import { t } from "#shared/texts/text.ts";
import { type Action, onOpen } from "../../app/actions/action.ts";
import { cachedData } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { currentConnection } from "../../data/connection.ts";

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
