/** Query module of the quotas feature, run by the store thread. */
import {
  allowUnresolved,
  createChange,
  listChanges,
  moveChange,
  readChange,
  recoverChanges,
  removeDraft,
} from "./changes/queries-changes.ts";
import { unconfirmedRows } from "./changes/queries-unconfirmed.ts";
import { pruneHiddenChange, hideOldChange } from "./changes/queries-pruning.ts";
import { addRows, addUndoRows, beginSingle, listRows, moveRows, rowsToWork } from "./changes/queries-rows.ts";
import { countOverview, readItems } from "./overview/queries-overview.ts";
import { deleteQuotas } from "./queries-delete.ts";
import { saveProfiles, saveSubject, readProfile, readSubject } from "./queries-profiles.ts";
import { endpointsReadSince, saveReadings, readReadings } from "./queries-readings.ts";

export const quotaQueries = {
  addRows,
  addUndoRows,
  allowUnresolved: allowUnresolved,
  endpointsReadSince: endpointsReadSince,
  beginSingle,
  countOverview,
  createChange,
  unconfirmedRows: unconfirmedRows,
  dropHidden: pruneHiddenChange,
  deleteQuotas,
  hideOldChange,
  saveProfiles: saveProfiles,
  saveReadings: saveReadings,
  saveSubject: saveSubject,
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
