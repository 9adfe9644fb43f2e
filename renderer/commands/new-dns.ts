import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newDns: Command = {
  id: "new-dns",
  title: t(($) => $.shell.commands.createDns.title),
  group: "fleet",
  words: t(($) => $.shell.commands.createDns.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ go }) => go({ path: ["network"], query: { dns: "new" } }),
};
