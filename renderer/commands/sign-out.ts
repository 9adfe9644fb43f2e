import { currentConnection } from "../features/connections/connections-slice.ts";
import { fleet } from "../lib/fleet.ts";
import { shown } from "../lib/remote.ts";
import type { Command } from "./command.ts";

export const signOut: Command = {
  id: "sign-out",
  title: "Sign out",
  group: "Connection",
  enabled: (state) => currentConnection(state) !== undefined && shown(state.session)?.state === "signed-in",
  run: async (state) => {
    await fleet.session.signOut({});
    await state.loadSession();
  },
};
