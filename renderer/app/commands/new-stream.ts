import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newStream: Command = {
  id: "new-stream",
  title: t(($) => $.shell.commands.createStream.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.createStream.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ navigate }) => navigate({ path: ["streams"], query: { stream: "new" } }),
};
