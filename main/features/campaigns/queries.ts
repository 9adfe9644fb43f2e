/** Query module of campaigns: the functions that the store thread runs for this feature. */
import * as budget from "./ledger/queries-budget.ts";
import * as cancel from "./ledger/queries-cancel.ts";
import * as drift from "./ledger/queries-drift.ts";
import * as drafts from "./ledger/queries-drafts.ts";
import * as lease from "./ledger/queries-lease.ts";
import * as gate from "./ledger/queries-gate.ts";
import * as ledger from "./ledger/queries-ledger.ts";
import * as mark from "./ledger/queries-mark.ts";
import * as plan from "./ledger/queries-plan.ts";
import * as points from "./ledger/queries-points.ts";
import * as recordClock from "./ledger/queries-record-clock.ts";
import * as recipients from "./ledger/queries-recipients.ts";
import * as reconcile from "./ledger/queries-reconcile.ts";
import * as retry from "./ledger/queries-retry.ts";
import * as rings from "./ledger/queries-waves.ts";
import * as idle from "./ledger/queries-idle.ts";
import * as learn from "./ledger/queries-readings.ts";
import * as tally from "./ledger/queries-tally.ts";
import * as watch from "./ledger/queries-watch.ts";
import * as rows from "./ledger/queries-rows.ts";
import * as subjects from "./ledger/queries-subjects.ts";
import * as suppression from "./ledger/queries-suppression.ts";
import * as sources from "./ledger/queries-sources.ts";
import * as state from "./ledger/queries-state.ts";
import * as unverified from "./ledger/queries-unverified.ts";

export const campaignQueries = {
  listDrafts: drafts.listDrafts,
  getDraft: drafts.getDraft,
  saveDraft: drafts.saveDraft,
  removeDraft: drafts.removeDraft,
  replaceFrozen: drafts.replaceFrozen,
  removeStartedDrafts: drafts.removeStartedDrafts,
  removeUnusedLists: drafts.removeUnusedLists,
  deleteDrafts: drafts.deleteDrafts,
  pendingSubjects: subjects.pendingSubjects,
  spreadSubjects: subjects.spreadSubjects,
  pendingSegments: subjects.pendingSegments,
  pendingOf: drift.pendingOf,
  notPlanned: drift.notPlanned,
  stageRows: drift.stageRows,
  discardStaged: drift.discardStaged,
  cancelStaged: drift.cancelStaged,
  listSuppressed: suppression.listSuppressed,
  suppressedValues: suppression.suppressedValues,
  addSuppressed: suppression.addSuppressed,
  listPins: suppression.listPins,
  pinSuppressed: suppression.pinSuppressed,
  removeSuppressed: suppression.removeSuppressed,
  deleteSuppressed: suppression.deleteSuppressed,
  openCampaigns: suppression.openCampaigns,
  attemptsOfDay: budget.attemptsOfDay,
  commit: ledger.commit,
  recover: ledger.recover,
  dueUnknown: reconcile.dueUnknown,
  recheckUnknown: reconcile.recheckUnknown,
  unknownByCause: reconcile.unknownByCause,
  reconcile: reconcile.reconcile,
  counts: ledger.counts,
  cancelPending: cancel.cancelPending,
  retryRows: retry.retryRows,
  estimateRetry: retry.estimateRetry,
  turnGate: gate.turnGate,
  openWave: gate.openWave,
  listWaves: rings.listWaves,
  pendingByWave: rings.pendingByWave,
  waveProgress: rings.waveProgress,
  leftToDo: rings.leftToDo,
  createWaves: rings.createWaves,
  assignToWave: rings.assignToWave,
  recordPoint: points.recordPoint,
  timeline: points.timeline,
  takeLease: lease.takeLease,
  adoptLeases: lease.adoptLeases,
  heartbeat: lease.heartbeat,
  releaseLease: lease.releaseLease,
  leaseIsOurs: lease.leaseIsOurs,
  createCampaign: plan.createCampaign,
  saveList: sources.saveList,
  readList: sources.readList,
  endpointsOfPart: sources.endpointsOfPart,
  readPlanned: plan.readPlanned,
  addRows: plan.addRows,
  addSuppression: plan.addSuppression,
  suppressPage: plan.suppressPage,
  removeCampaign: plan.removeCampaign,
  removeDrafts: plan.removeDrafts,
  getCampaign: state.getCampaign,
  listCampaigns: state.listCampaigns,
  campaignsWorked: state.campaignsWorked,
  cancelCampaign: state.cancelCampaign,
  moveCampaign: state.moveCampaign,
  setSpeed: state.setSpeed,
  confirmRecipients: state.confirmRecipients,
  campaignSteps: state.campaignSteps,
  listRecipients: rows.listRecipients,
  pageRecipients: recipients.pageRecipients,
  countRecipients: recipients.countRecipients,
  rowSteps: rows.rowSteps,
  recount: rows.recount,
  segmentTotals: rows.segmentTotals,
  tallies: tally.tallies,
  recountTallies: tally.recountTallies,
  setDelivery: tally.setDelivery,
  watchedConnections: watch.watchedConnections,
  dueWatches: watch.dueWatches,
  countWatched: watch.countWatched,
  watchNow: watch.watchNow,
  stopWatching: watch.stopWatching,
  recordReadings: learn.recordReadings,
  campaignsDue: idle.campaignsDue,
  resumeSingles: idle.resumeSingles,
  unknownSingles: idle.unknownSingles,
  cancelPendingSingles: idle.cancelPendingSingles,
  ownedSms: rows.ownedSms,
  readRecordClock: recordClock.readRecordClock,
  saveRecordClock: recordClock.saveRecordClock,
  restartLookUps: idle.restartLookUps,
  firstPending: rows.firstPending,
  sendState: mark.sendState,
  sentUpTo: mark.sentUpTo,
  unmarkedCampaigns: lease.unmarkedCampaigns,
  limitSuspectAt: mark.limitSuspectAt,
  setMarkGeneration: mark.setMarkGeneration,
  flagUnverified: unverified.flagUnverified,
  recheckUnverified: unverified.recheckUnverified,
  nextStretch: mark.nextStretch,
  sampleClaimable: mark.sampleClaimable,
  nextUnverified: unverified.nextUnverified,
  unverifiedLeft: unverified.unverifiedLeft,
  decideUnverified: unverified.decideUnverified,
  releaseUnverified: unverified.releaseUnverified,
};
