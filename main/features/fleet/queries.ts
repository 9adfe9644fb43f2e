/** The fleet cache's queries; they run in the store's thread. */
import { countRows, readPage, readRow } from "./queries-page.ts";
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

export const fleetQueries = {
  beginRun,
  buildIndex,
  countRows,
  endRun,
  hasRows,
  idsSeen,
  noteNotOffered,
  readPage,
  readRow,
  restartRun,
  sweepGone,
  writePage,
};
