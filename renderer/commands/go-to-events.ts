import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToEvents: Command = {
  id: "go-to-events",
  title: t(($) => $.shell.pages.events),
  group: "go",
  words: t(($) => $.shell.commands.goToEvents.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["events"], query: {} }),
};
