import { t } from "#shared/texts/text.ts";
import { hasEventList } from "../../features/events/scope-error.ts";
import type { State } from "../store/store.ts";
import type { Command } from "./command.ts";

/** Whether the events page is open with a list on it. */
export function isEventListOpen(state: State): boolean {
  return state.address.path[0] === "events" && hasEventList(state);
}

export const followEvents: Command = {
  id: "follow-events",
  title: t(($) => $.shell.commands.followEvents.title),
  group: "events",
  keywords: t(($) => $.shell.commands.followEvents.keywords),
  enabled: (state) => isEventListOpen(state) && !state.eventsFollowing,
  run: ({ setEventsFollowing }) => setEventsFollowing(true),
};
