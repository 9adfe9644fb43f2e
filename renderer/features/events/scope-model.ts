/** Whose events are asked for, where that cannot be: no list, no reading and no follower has anything to do then. Pure. */
import { byField } from "../../lib/field-failure.ts";
import type { EventsSlice } from "./events-slice.ts";

type Asked = Pick<EventsSlice, "events" | "eventsAsked">;

/** The sentence about what was typed as an id; undefined where it is none, or where all events are asked for. */
export function scopeRefusal({ events, eventsAsked }: Asked): string | undefined {
  if (events.state !== "failed" || eventsAsked === undefined) return undefined;
  return byField(events.failure)[eventsAsked.scope.of];
}

/** Whether there is a list that can be read, followed and written into a file. */
export function hasEventList(asked: Asked): boolean {
  return asked.eventsAsked !== undefined && scopeRefusal(asked) === undefined;
}
