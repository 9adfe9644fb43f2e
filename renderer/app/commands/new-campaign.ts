import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newCampaign: Command = {
  id: "new-campaign",
  title: t(($) => $.shell.commands.createCampaign.title),
  group: "campaigns",
  keywords: t(($) => $.shell.commands.createCampaign.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ navigate }) => navigate({ path: ["campaigns", "new"], query: {} }),
};
