import { always, type Command } from "./command.ts";

export const goToTemplates: Command = {
  id: "go-to-templates",
  title: "Templates",
  group: "Go to",
  words: "sms text variables expected answer",
  enabled: always,
  run: ({ go }) => go({ path: ["messages", "templates"], query: {} }),
};
