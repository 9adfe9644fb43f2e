import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToTemplates: Command = {
  id: "go-to-templates",
  title: t(($) => $.shell.pages.templates),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToTemplates.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["messages", "templates"], query: {} }),
};
