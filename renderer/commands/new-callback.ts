import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newCallback: Command = {
  id: "new-callback",
  title: "New API callback",
  group: "Fleet",
  words: "create URL webhook",
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ go }) => go({ path: ["streams", "callbacks"], query: { callback: "new" } }),
};
