import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToDoctor: Command = {
  id: "go-to-doctor",
  title: t(($) => $.shell.pages.identifierCheck),
  group: "navigation",
  keys: "mod+3",
  keywords: t(($) => $.shell.commands.goToIdentifierCheck.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["doctor"], query: {} }),
};
