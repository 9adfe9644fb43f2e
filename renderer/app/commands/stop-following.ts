import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";

export const stopFollowing: Command = {
  id: "stop-following",
  title: t(($) => $.shell.commands.stopFollowingEvents.title),
  group: "events",
  keywords: t(($) => $.shell.commands.stopFollowingEvents.keywords),
  enabled: ({ address, eventsFollowing }) => address.path[0] === "events" && eventsFollowing,
  run: ({ setEventsFollowing }) => setEventsFollowing(false),
};
