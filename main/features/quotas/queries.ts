/** Query module of the quotas feature, run by the store thread. */
import type { AppendToAudit } from "../../core/journal/queries.ts";
import * as changes from "./queries-changes.ts";
import * as rows from "./queries-rows.ts";
import * as overview from "./queries-overview.ts";
import * as readings from "./queries-readings.ts";

export type QuotaQueries = ReturnType<typeof createQuotaQueries>;

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- `QuotaQueries` derives the client's type from it
export function createQuotaQueries(appendToAudit: AppendToAudit) {
  return {
    addRows: rows.addRows,
    addUndoRows: rows.addUndoRows,
    allowUnresolved: changes.allowUnresolved,
    changesOnHold: changes.changesOnHold,
    endpointsReadSince: readings.endpointsReadSince,
    ...rows.createRowMoves(appendToAudit),
    countOverview: overview.countOverview,
    createChange: changes.createChange,
    unconfirmedRows: rows.unconfirmedRows,
    dropHidden: changes.pruneHiddenChange,
    endRun: changes.endRun,
    deleteQuotas: changes.deleteQuotas,
    hasActiveChange: changes.hasActiveChange,
    hideExpiredChange: changes.hideExpiredChange,
    saveProfiles: readings.saveProfiles,
    saveReadings: readings.saveReadings,
    saveSubject: readings.saveSubject,
    listChanges: changes.listChanges,
    listRows: rows.listRows,
    moveChange: changes.moveChange,
    pruneHistory: readings.pruneHistory,
    readChange: changes.readChange,
    readHistory: readings.readHistory,
    readItems: overview.readItems,
    readProfile: readings.readProfile,
    readReadings: readings.readReadings,
    readSubject: readings.readSubject,
    readUsage: readings.readUsage,
    recoverChanges: changes.recoverChanges,
    removeDraft: changes.removeDraft,
    rowsToWork: rows.rowsToWork,
  };
}
