import { always, type Command } from "./command.ts";

export const goToFleet: Command = {
  id: "go-to-fleet",
  title: "Fleet",
  group: "Go to",
  keys: "mod+1",
  words: "endpoints SIMs devices list",
  enabled: always,
  run: ({ go }) => go({ path: ["fleet", "endpoint"], query: {} }),
};
