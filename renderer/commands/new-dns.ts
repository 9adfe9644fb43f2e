import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newDns: Command = {
  id: "new-dns",
  title: "New DNS configuration",
  group: "Fleet",
  words: "create network servers name resolution",
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ go }) => go({ path: ["network"], query: { dns: "new" } }),
};
