/** The query module of events: the functions that the store's thread runs for this feature. */
import { deleteEvents, pruneEvents, saveEvents } from "./queries-save.ts";
import {
  countBuckets,
  countFacets,
  eventsSince,
  listEvents,
  readEventLabels,
  readCachedEvent,
} from "./queries-read.ts";
import { endpointCoverage, noteNotOffered, scopeState } from "./queries-scopes.ts";

export const eventQueries = {
  countBuckets,
  countFacets,
  pruneEvents,
  endpointCoverage,
  eventsSince,
  deleteEvents,
  saveEvents: saveEvents,
  listEvents,
  noteNotOffered,
  readEventLabels,
  readCachedEvent: readCachedEvent,
  scopeState,
};
