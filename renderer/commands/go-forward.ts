import { always, type Command } from "./command.ts";

export const goForward: Command = {
  id: "go-forward",
  title: "Forward",
  group: "Go to",
  keys: "alt+ArrowRight",
  enabled: always,
  run: () => window.history.forward(),
};
