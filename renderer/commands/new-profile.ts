import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newProfile: Command = {
  id: "new-profile",
  title: "New service profile",
  group: "Fleet",
  words: "create network",
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ go }) => go({ path: ["network", "profiles"], query: { profile: "new" } }),
};
