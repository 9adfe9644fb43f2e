import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newStream: Command = {
  id: "new-stream",
  title: "New data stream",
  group: "Fleet",
  words: "create REST callback object storage cloud events usage",
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ go }) => go({ path: ["streams"], query: { stream: "new" } }),
};
