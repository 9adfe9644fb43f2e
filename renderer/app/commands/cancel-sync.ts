import { t } from "#shared/texts/text.ts";
import { fleet } from "../../lib/fleet.ts";
import type { Command } from "./command.ts";

export const cancelSync: Command = {
  id: "cancel-sync",
  title: t(($) => $.shell.commands.cancelSync.title),
  group: "fleet",
  enabled: ({ syncs }) => syncs.length > 0,
  run: async () => {
    await fleet.fleet.cancelSync({});
  },
};
