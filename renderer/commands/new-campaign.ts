import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newCampaign: Command = {
  id: "new-campaign",
  title: "New campaign",
  group: "Campaigns",
  words: "write send command SMS many bulk",
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ go }) => go({ path: ["campaigns", "new"], query: {} }),
};
