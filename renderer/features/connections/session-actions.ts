/** Actions on the session of a connection. */
import { t } from "#shared/texts/text.ts";
import { type Action, onOpen } from "../../app/actions/action.ts";
import { dataOf } from "../../lib/async-state.ts";
import { fleet } from "../../lib/fleet.ts";
import { currentConnection } from "./connections-slice.ts";

export interface SessionTarget {
  readonly connection: string;
}

export const signOut: Action<SessionTarget> = {
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

export const signOutHere = onOpen(
  signOut,
  (state) => {
    const connection = currentConnection(state)?.name;
    return connection !== undefined && dataOf(state.session)?.state === "signed-in" ? { connection } : undefined;
  },
  t(($) => $.shell.unavailable.signedOut),
  { id: "sign-out", title: t(($) => $.shell.commands.signOut.title), group: "connection" },
);
