/** The fleet cache's queries; they run in the store's thread. */
import { countDiff, readDiff } from "./queries-diff.ts";
import { forgetRows } from "./queries-forget.ts";
import { findEndpoints, readAudience } from "./queries-lookup.ts";
import { countRows, readPage, readRow } from "./queries-page.ts";
import { newestRun, snapshotsSince } from "./queries-runs.ts";
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
  beginRun,
  buildIndex,
  countDiff,
  countRows,
  endRun,
  findEndpoints,
  forgetRows,
  hasRows,
  idsSeen,
  newestRun,
  noteNotOffered,
  readAudience,
  readDiff,
  readPage,
  readRow,
  restartRun,
  snapshotsSince,
  sweepGone,
  unseenRows,
  writePage,
};
