import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToCampaigns: Command = {
  id: "go-to-campaigns",
  title: t(($) => $.shell.pages.campaigns),
  group: "navigation",
  keys: "mod+5",
  keywords: t(($) => $.shell.commands.goToCampaigns.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["campaigns"], query: {} }),
};
