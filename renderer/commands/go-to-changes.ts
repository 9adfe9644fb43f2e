import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToChanges: Command = {
  id: "go-to-changes",
  title: t(($) => $.shell.pages.changes),
  group: "go",
  keys: "mod+2",
  words: t(($) => $.shell.commands.goToChanges.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["changes"], query: {} }),
};
