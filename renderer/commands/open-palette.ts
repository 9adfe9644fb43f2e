import { always, type Command } from "./command.ts";

export const openPalette: Command = {
  id: "open-palette",
  title: "Find a verb or an endpoint",
  group: "Help",
  keys: "mod+K",
  words: "palette search command",
  whileTyping: true,
  enabled: always,
  run: ({ showOverlay }) => showOverlay("palette"),
};
