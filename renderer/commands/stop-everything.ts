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
      const asked = counts.accepted + counts.unknown;
      const parts = [
        ...(counts.accepted > 0 ? [`${count(counts.accepted)} accepted`] : []),
        ...(counts.refused > 0 ? [`${count(counts.refused)} refused`] : []),
        ...(counts.unknown > 0 ? [`${count(counts.unknown)} unknown`] : []),
        `${count(counts.pending)} not started`,
      ].join(", ");
      const recall = { text: "Recall what is still buffered…", address: `/campaigns/${campaignId}?recall=ask` };
      tell({
        campaignId,
        title: `“${name}” was stopped`,
        text: `${parts}. ${asked > 0 ? "What the service still buffers can be cancelled." : "Nothing of it was sent."}`,
        tone: "waiting",
        stays: true,
        links: [...(asked > 0 ? [recall] : []), { text: "Open the campaign", address: `/campaigns/${campaignId}` }],
      });
    }
    announce(stopped.length === 1 ? "1 campaign was stopped." : `${stopped.length} campaigns were stopped.`);
  },
};
