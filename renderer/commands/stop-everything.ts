import { fleet } from "../lib/fleet.ts";
import { count } from "../lib/format.ts";
import type { Command } from "./command.ts";

/** The panic stop: no question is asked, since stopping is never the mistake. */
export const stopEverything: Command = {
  id: "stop-everything",
  title: "Stop everything",
  group: "Campaigns",
  keys: "mod+.",
  words: "panic abort sending campaign",
  whileTyping: true,
  enabled: ({ running }) => running.some(({ state }) => state === "running"),
  run: async ({ announce, tell }) => {
    const { stopped } = await fleet.campaigns.stopAll({});
    for (const { campaignId, name, counts } of stopped) {
      const text = `${count(counts.accepted)} accepted, ${count(counts.unknown)} being checked, ${count(counts.pending)} not started. What the service still buffers can be cancelled.`;
      tell({
        campaignId,
        title: `“${name}” was stopped`,
        text,
        tone: "waiting",
        stays: true,
        links: [
          { text: "Recall what is still buffered…", address: `/campaigns/${campaignId}?recall=ask` },
          { text: "Open the campaign", address: `/campaigns/${campaignId}` },
        ],
      });
    }
    announce(stopped.length === 1 ? "1 campaign was stopped." : `${stopped.length} campaigns were stopped.`);
  },
};
