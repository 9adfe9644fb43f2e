import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newDns: Command = {
  id: "new-dns",
  title: t(($) => $.shell.commands.createDns.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.createDns.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ navigate }) => navigate({ path: ["network"], query: { dns: "new" } }),
};
