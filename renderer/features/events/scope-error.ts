/** Whose events are asked for, where that cannot be: no list, no reading and no follower has anything to do then. Pure. */
import { byField } from "../../lib/field-failure.ts";
import type { EventsSlice } from "./events-slice.ts";

type EventsState = Pick<EventsSlice, "events" | "eventsRequest">;

/** The sentence about what was typed as an id; undefined where it is none, or where all events are asked for. */
export function scopeError({ events, eventsRequest }: EventsState): string | undefined {
  if (events.state !== "failed" || eventsRequest === undefined) return undefined;
  return byField(events.failure)[eventsRequest.scope.of];
}

/** Whether there is a list that can be read, followed and written into a file. */
export function hasEventList(state: EventsState): boolean {
  return state.eventsRequest !== undefined && scopeError(state) === undefined;
}
