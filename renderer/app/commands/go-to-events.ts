import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToEvents: Command = {
  id: "go-to-events",
  title: t(($) => $.shell.pages.events),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToEvents.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["events"], query: {} }),
};
