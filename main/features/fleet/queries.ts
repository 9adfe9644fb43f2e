/** The query module of the fleet: the functions that the store's thread runs for this feature. */
import {
  addMembers,
  addToSelection,
  beginAudience,
  dropMembers,
  dropSelection,
  endAudience,
  hideAudience,
  listAudiences,
  readAudienceRow,
  readMembers,
  removeAudienceRow,
} from "./queries-audiences.ts";
import { countDiff, readDiff } from "./queries-diff.ts";
import { deleteRows } from "./queries-delete.ts";
import { countFacet } from "./queries-facet.ts";
import { readHistory } from "./queries-history.ts";
import { endpointsChangedSince, historyCovers } from "./queries-past.ts";
import { passRows } from "./queries-jump.ts";
import { dropReading, findReading, imsisOfSim, savePlanReading, saveReading, planReadings } from "./queries-links.ts";
import { endpointsNamed, namesOfEndpoints } from "./queries-names.ts";
import { findEndpoints, readAudience } from "./queries-lookup.ts";
import { countRows, readPage, readRow } from "./queries-page.ts";
import { listSnapshots, newestRuns, snapshotsSince } from "./queries-runs.ts";
import {
  beginRun,
  buildIndex,
  endRun,
  hasRows,
  idsSeen,
  noteNotOffered,
  restartRun,
  sweepGone,
  writePage,
} from "./queries-sync.ts";
import { unseenRows } from "./queries-unseen.ts";

export const fleetQueries = {
  addMembers,
  addToSelection,
  beginAudience,
  beginRun,
  buildIndex,
  countDiff,
  countFacet,
  countRows,
  dropMembers,
  dropReading,
  dropSelection,
  endAudience,
  endpointsChangedSince,
  endpointsNamed,
  endRun,
  findEndpoints,
  findReading,
  deleteRows,
  hasRows,
  historyCovers: historyCovers,
  idsSeen,
  imsisOfSim,
  savePlanReading: savePlanReading,
  saveReading: saveReading,
  listAudiences,
  listSnapshots,
  namesOfEndpoints,
  newestRuns,
  noteNotOffered,
  passRows,
  planReadings,
  readAudience,
  readAudienceRow,
  readDiff,
  readHistory,
  readMembers,
  readPage,
  readRow,
  hideAudience,
  removeAudienceRow,
  restartRun,
  snapshotsSince,
  sweepGone,
  unseenRows,
  writePage,
};
