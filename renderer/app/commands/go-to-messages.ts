import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToMessages: Command = {
  id: "go-to-messages",
  title: t(($) => $.shell.pages.messages),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToMessages.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["messages"], query: {} }),
};
