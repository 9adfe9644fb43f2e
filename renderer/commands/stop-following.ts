import type { Command } from "./command.ts";

export const stopFollowing: Command = {
  id: "stop-following",
  title: "Stop following events",
  group: "Events",
  words: "follow watch live tail end",
  enabled: ({ address, eventsFollowing }) => address.path[0] === "events" && eventsFollowing,
  run: ({ setEventsFollowing }) => setEventsFollowing(false),
};
