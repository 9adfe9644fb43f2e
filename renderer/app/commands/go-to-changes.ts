import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToChanges: Command = {
  id: "go-to-changes",
  title: t(($) => $.shell.pages.changes),
  group: "navigation",
  keys: "mod+2",
  keywords: t(($) => $.shell.commands.goToChanges.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["changes"], query: {} }),
};
