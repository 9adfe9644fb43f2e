/** Errors of the event scope; while there is one, nothing can be listed, refreshed or followed. Pure. */
import { byField } from "../../lib/field-failure.ts";
import type { EventsSlice } from "./events-slice.ts";

type EventsState = Pick<EventsSlice, "events" | "eventsRequest">;

/** The message about an invalid id; undefined if the id is valid or all events are in scope. */
export function scopeError({ events, eventsRequest }: EventsState): string | undefined {
  if (events.state !== "failed" || eventsRequest === undefined) return undefined;
  return byField(events.failure)[eventsRequest.scope.of];
}

/** Whether there is a list that can be refreshed, followed and exported. */
export function hasEventList(state: EventsState): boolean {
  return state.eventsRequest !== undefined && scopeError(state) === undefined;
}
