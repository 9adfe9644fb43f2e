/** Actions on a connection and its session. */
import { t } from "#shared/texts/text.ts";
import { type Action, onOpen } from "../../app/actions/action.ts";
import { dataOf } from "../../lib/async-state.ts";
import { fleet } from "../../lib/fleet.ts";
import { currentConnection } from "./connections-slice.ts";

export interface ConnectionTarget {
  readonly connection: string;
}

export const signOut: Action<ConnectionTarget> = {
  id: "sign-out",
  title: t(($) => $.shell.commands.signOut.title),
  scope: ({ connection }) => `session ${connection}`,
  run: async ({ connection }, state) => {
    await fleet.session.signOut({ connection });
    await Promise.all([
      state.loadSessionOf(connection),
      ...(currentConnection(state)?.name === connection ? [state.loadSession()] : []),
    ]);
  },
};

/** Makes it the connection that all requests use. */
export const switchConnection: Action<ConnectionTarget> = {
  id: "switch-connection",
  title: t(($) => $.connections.view.use),
  scope: ({ connection }) => `connection ${connection}`,
  run: async ({ connection }, { loadConnections }) => {
    await fleet.connections.use({ connection });
    await loadConnections();
  },
};

export const signOutHere = onOpen(
  signOut,
  (state) => {
    const connection = currentConnection(state)?.name;
    return connection !== undefined && dataOf(state.session)?.state === "signed-in" ? { connection } : undefined;
  },
  t(($) => $.shell.unavailable.signedOut),
  { id: "sign-out", title: t(($) => $.shell.commands.signOut.title), group: "connection" },
);
