import { always, type Command } from "./command.ts";

export const goToAudit: Command = {
  id: "go-to-audit",
  title: "Audit",
  group: "Go to",
  words: "log who changed what evidence chain verify journal",
  enabled: always,
  run: ({ go }) => go({ path: ["audit"], query: {} }),
};
