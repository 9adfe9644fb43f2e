import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToDoctor: Command = {
  id: "go-to-doctor",
  title: t(($) => $.shell.pages.identifierCheck),
  group: "go",
  keys: "mod+3",
  words: t(($) => $.shell.commands.goToIdentifierCheck.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["doctor"], query: {} }),
};
