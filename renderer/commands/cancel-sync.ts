import { fleet } from "../lib/fleet.ts";
import type { Command } from "./command.ts";

export const cancelSync: Command = {
  id: "cancel-sync",
  title: "Cancel the synchronisation",
  group: "Fleet",
  enabled: ({ syncs }) => syncs.length > 0,
  run: async () => {
    await fleet.fleet.cancelSync({});
  },
};
