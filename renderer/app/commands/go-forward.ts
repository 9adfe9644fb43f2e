import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goForward: Command = {
  id: "go-forward",
  title: t(($) => $.shell.commands.goForward.title),
  group: "navigation",
  keys: "alt+ArrowRight",
  enabled: always,
  run: () => window.history.forward(),
};
