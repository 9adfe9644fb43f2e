import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import { fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import type { Command } from "./command.ts";

export const signOut: Command = {
  id: "sign-out",
  title: t(($) => $.shell.commands.signOut.title),
  group: "connection",
  enabled: (state) => currentConnection(state) !== undefined && dataOf(state.session)?.state === "signed-in",
  run: async (state) => {
    await fleet.session.signOut({});
    await state.loadSession();
  },
};
