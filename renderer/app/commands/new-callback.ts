import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newCallback: Command = {
  id: "new-callback",
  title: t(($) => $.shell.commands.createCallback.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.createCallback.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ navigate }) => navigate({ path: ["streams", "callbacks"], query: { callback: "new" } }),
};
