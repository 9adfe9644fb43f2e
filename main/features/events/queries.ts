/** The query module of events: the functions that the store's thread runs for this feature. */
import { cutToLimits, dropEvents, deleteEvents, saveEvents } from "./queries-save.ts";
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
  cutToLimits,
  dropEvents,
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
