import { always, type Command } from "./command.ts";

export const goToSettings: Command = {
  id: "go-to-settings",
  title: "Settings",
  group: "Go to",
  keys: "mod+,",
  words: "connections looks theme keychain about",
  enabled: always,
  run: ({ go }) => go({ path: ["settings"], query: {} }),
};
