import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goBack: Command = {
  id: "go-back",
  title: t(($) => $.shell.commands.goBack.title),
  group: "navigation",
  keys: "alt+ArrowLeft",
  enabled: always,
  run: () => window.history.back(),
};
