import type { Command } from "./command.ts";
import { eventsHere } from "./follow-events.ts";

export const readNewestEvents: Command = {
  id: "read-newest-events",
  title: "Read the newest events",
  group: "Events",
  words: "refresh load update ask service",
  enabled: (state) => eventsHere(state) && state.networkOnline && state.eventsReading.state !== "loading",
  run: ({ readEvents }) => readEvents("newest"),
};
