import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import { fleet } from "../../lib/fleet.ts";
import type { Command } from "./command.ts";

export const syncFleet: Command = {
  id: "sync-fleet",
  title: t(($) => $.shell.commands.syncFleet.title),
  group: "fleet",
  keys: "mod+R",
  keywords: t(($) => $.shell.commands.syncFleet.keywords),
  enabled: (state) => currentConnection(state) !== undefined && state.syncs.length === 0,
  run: async () => {
    await fleet.fleet.sync({});
  },
};
