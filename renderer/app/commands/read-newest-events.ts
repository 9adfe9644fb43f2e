import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";
import { isEventListOpen } from "./follow-events.ts";

export const readNewestEvents: Command = {
  id: "read-newest-events",
  title: t(($) => $.shell.commands.refreshEvents.title),
  group: "events",
  keywords: t(($) => $.shell.commands.refreshEvents.keywords),
  enabled: (state) => isEventListOpen(state) && state.networkOnline && state.eventsReading.state !== "loading",
  run: ({ readEvents }) => readEvents("newest"),
};
