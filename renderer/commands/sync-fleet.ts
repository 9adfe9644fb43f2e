import { currentConnection } from "../features/connections/connections-slice.ts";
import { fleet } from "../lib/fleet.ts";
import type { Command } from "./command.ts";

export const syncFleet: Command = {
  id: "sync-fleet",
  title: "Synchronise the fleet",
  group: "Fleet",
  keys: "mod+R",
  words: "refresh update copy",
  enabled: (state) => currentConnection(state) !== undefined && state.syncs.length === 0,
  run: async () => {
    await fleet.fleet.sync({});
  },
};
