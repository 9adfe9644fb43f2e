/** Query module of the quotas feature, run by the store thread. */
import {
  allowUnresolved,
  createChange,
  listChanges,
  moveChange,
  readChange,
  recoverChanges,
  removeDraft,
  pruneHiddenChange,
  hideOldChange,
  deleteQuotas,
} from "./queries-changes.ts";
import { unconfirmedRows, addRows, addUndoRows, beginSingle, listRows, moveRows, rowsToWork } from "./queries-rows.ts";
import { countOverview, readItems } from "./queries-overview.ts";
import {
  saveProfiles,
  saveSubject,
  readProfile,
  readSubject,
  endpointsReadSince,
  saveReadings,
  readReadings,
} from "./queries-readings.ts";

export const quotaQueries = {
  addRows,
  addUndoRows,
  allowUnresolved,
  endpointsReadSince,
  beginSingle,
  countOverview,
  createChange,
  unconfirmedRows,
  dropHidden: pruneHiddenChange,
  deleteQuotas,
  hideOldChange,
  saveProfiles,
  saveReadings,
  saveSubject,
  listChanges,
  listRows,
  moveChange,
  moveRows,
  readChange,
  readItems,
  readProfile,
  readReadings,
  readSubject,
  recoverChanges,
  removeDraft,
  rowsToWork,
};
