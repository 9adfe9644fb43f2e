import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const showHelp: Command = {
  id: "show-help",
  title: t(($) => $.shell.commands.showShortcuts.title),
  group: "help",
  keys: "shift+?",
  keywords: t(($) => $.shell.commands.showShortcuts.keywords),
  enabled: always,
  run: ({ showOverlay }) => showOverlay("help"),
};
