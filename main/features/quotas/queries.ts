/** Query module of the quotas feature, run by the store thread. */
import type { AppendToAudit } from "../../core/journal/queries.ts";
import {
  allowUnresolved,
  changesOnHold,
  createChange,
  endRun,
  listChanges,
  moveChange,
  readChange,
  recoverChanges,
  removeDraft,
  pruneHiddenChange,
  hideExpiredChange,
  deleteQuotas,
} from "./queries-changes.ts";
import { addRows, addUndoRows, createRowMoves, listRows, rowsToWork, unconfirmedRows } from "./queries-rows.ts";
import { countOverview, readItems } from "./queries-overview.ts";
import {
  saveProfiles,
  saveSubject,
  readProfile,
  readSubject,
  endpointsReadSince,
  pruneHistory,
  readHistory,
  readUsage,
  saveReadings,
  readReadings,
} from "./queries-readings.ts";

export type QuotaQueries = ReturnType<typeof createQuotaQueries>;

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- `QuotaQueries` derives the client's type from it
export function createQuotaQueries(appendToAudit: AppendToAudit) {
  return {
    addRows,
    addUndoRows,
    allowUnresolved,
    changesOnHold,
    endpointsReadSince,
    ...createRowMoves(appendToAudit),
    countOverview,
    createChange,
    unconfirmedRows,
    dropHidden: pruneHiddenChange,
    endRun,
    deleteQuotas,
    hideExpiredChange,
    saveProfiles,
    saveReadings,
    saveSubject,
    listChanges,
    listRows,
    moveChange,
    pruneHistory,
    readChange,
    readHistory,
    readItems,
    readProfile,
    readReadings,
    readSubject,
    readUsage,
    recoverChanges,
    removeDraft,
    rowsToWork,
  };
}
