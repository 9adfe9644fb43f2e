import { always, type Command } from "./command.ts";

export const goToChanges: Command = {
  id: "go-to-changes",
  title: "What changed",
  group: "Go to",
  keys: "mod+2",
  words: "diff added gone disabled swapped",
  enabled: always,
  run: ({ go }) => go({ path: ["changes"], query: {} }),
};
