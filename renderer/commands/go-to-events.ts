import { always, type Command } from "./command.ts";

export const goToEvents: Command = {
  id: "go-to-events",
  title: "Events",
  group: "Go to",
  words: "log alerts alarms severity warning critical follow history",
  enabled: always,
  run: ({ go }) => go({ path: ["events"], query: {} }),
};
