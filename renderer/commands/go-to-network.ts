import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToNetwork: Command = {
  id: "go-to-network",
  title: t(($) => $.shell.pages.network),
  group: "go",
  words: t(($) => $.shell.commands.goToNetwork.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["network"], query: {} }),
};
