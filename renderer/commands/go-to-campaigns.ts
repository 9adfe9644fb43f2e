import { always, type Command } from "./command.ts";

export const goToCampaigns: Command = {
  id: "go-to-campaigns",
  title: "Campaigns",
  group: "Go to",
  keys: "mod+5",
  words: "bulk SMS sends runs drafts",
  enabled: always,
  run: ({ go }) => go({ path: ["campaigns"], query: {} }),
};
