/** The query module of events: the functions that the store's thread runs for this feature. */
import { cacheLimits, deleteEvents, pruneEvents, saveEvents } from "./queries-save.ts";
import {
  countBuckets,
  countFacets,
  eventsSince,
  listEvents,
  readEventLabels,
  readCachedEvent,
} from "./queries-read.ts";
import { cachedScopes, endpointCoverage, noteNotOffered, scopeState } from "./queries-scopes.ts";

export const eventQueries = {
  countBuckets,
  countFacets,
  cacheLimits,
  pruneEvents,
  endpointCoverage,
  eventsSince,
  deleteEvents,
  saveEvents: saveEvents,
  cachedScopes: cachedScopes,
  listEvents,
  noteNotOffered,
  readEventLabels,
  readCachedEvent: readCachedEvent,
  scopeState,
};
