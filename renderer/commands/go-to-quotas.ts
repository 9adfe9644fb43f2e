import { always, type Command } from "./command.ts";

export const goToQuotas: Command = {
  id: "go-to-quotas",
  title: "Quotas",
  group: "Go to",
  words: "data SMS volume left empty expiring overview",
  enabled: always,
  run: ({ go }) => go({ path: ["quotas"], query: {} }),
};
