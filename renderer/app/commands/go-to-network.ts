import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToNetwork: Command = {
  id: "go-to-network",
  title: t(($) => $.shell.pages.network),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToNetwork.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["network"], query: {} }),
};
