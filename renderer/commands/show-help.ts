import { always, type Command } from "./command.ts";

export const showHelp: Command = {
  id: "show-help",
  title: "Keyboard shortcuts",
  group: "Help",
  keys: "shift+?",
  words: "cheat sheet keys",
  enabled: always,
  run: ({ showOverlay }) => showOverlay("help"),
};
