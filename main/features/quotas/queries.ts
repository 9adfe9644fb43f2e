/** The query module of quotas: what the store's thread runs for this feature. */
import {
  allowUnsettled,
  createChange,
  listChanges,
  moveChange,
  readChange,
  recoverChanges,
  removeDraft,
} from "./changes/queries-changes.ts";
import { doubtfulRows } from "./changes/queries-doubts.ts";
import { dropHidden, hideOldChange } from "./changes/queries-old.ts";
import { addRows, addUndoRows, beginSingle, listRows, moveRows, rowsToWork } from "./changes/queries-rows.ts";
import { countOverview, readItems } from "./overview/queries-overview.ts";
import { forgetQuotas } from "./queries-forget.ts";
import { keepProfiles, keepSubject, readProfile, readSubject } from "./queries-profiles.ts";
import { askedSince, keepReadings, readReadings } from "./queries-readings.ts";

export const quotaQueries = {
  addRows,
  addUndoRows,
  allowUnsettled,
  askedSince,
  beginSingle,
  countOverview,
  createChange,
  doubtfulRows,
  dropHidden,
  forgetQuotas,
  hideOldChange,
  keepProfiles,
  keepReadings,
  keepSubject,
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
