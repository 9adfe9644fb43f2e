import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const openPalette: Command = {
  id: "open-palette",
  title: t(($) => $.shell.commands.openPalette.title),
  group: "help",
  keys: "mod+K",
  keywords: t(($) => $.shell.commands.openPalette.keywords),
  whileTyping: true,
  enabled: always,
  run: ({ showOverlay }) => showOverlay("palette"),
};
