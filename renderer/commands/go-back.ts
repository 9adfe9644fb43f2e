import { always, type Command } from "./command.ts";

export const goBack: Command = {
  id: "go-back",
  title: "Back",
  group: "Go to",
  keys: "alt+ArrowLeft",
  enabled: always,
  run: () => window.history.back(),
};
