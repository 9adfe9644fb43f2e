import { always, type Command } from "./command.ts";

export const goToNetwork: Command = {
  id: "go-to-network",
  title: "Network",
  group: "Go to",
  words: "dns servers service profiles callback",
  enabled: always,
  run: ({ go }) => go({ path: ["network"], query: {} }),
};
