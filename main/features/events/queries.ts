/** The query module of events: what the store's thread runs for this feature. */
import { cutToLimits, dropEvents, forgetEvents, keepEvents } from "./queries-keep.ts";
import { countBuckets, countFacets, eventsSince, listEvents, readEventLabels, readKept } from "./queries-read.ts";
import { keptScopes, noteNotOffered, scopeState } from "./queries-scopes.ts";

export const eventQueries = {
  countBuckets,
  countFacets,
  cutToLimits,
  dropEvents,
  eventsSince,
  forgetEvents,
  keepEvents,
  keptScopes,
  listEvents,
  noteNotOffered,
  readEventLabels,
  readKept,
  scopeState,
};
