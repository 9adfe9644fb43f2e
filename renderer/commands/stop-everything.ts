import { fleet } from "../lib/fleet.ts";
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
  run: async ({ announce }) => {
    const { stopped } = await fleet.campaigns.stopAll({});
    announce(stopped.length === 1 ? "1 campaign was stopped." : `${stopped.length} campaigns were stopped.`);
  },
};
