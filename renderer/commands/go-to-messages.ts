import { always, type Command } from "./command.ts";

export const goToMessages: Command = {
  id: "go-to-messages",
  title: "Messages",
  group: "Go to",
  words: "sms inbox sent received thread",
  enabled: always,
  run: ({ go }) => go({ path: ["messages"], query: {} }),
};
