/**
 * How long data on this computer is kept that is read from the service, or that only informs: in days, with the default and the range of each
 * setting. Older data is deleted in the background. What proves a send is in no row of this table, and has no setting.
 */
export const retentionPeriods = {
  /** Cached events. The service keeps 30 days: with less, each reading would load again what was deleted. */
  events: { days: 90, least: 31, most: 3_650 },
  /** SMS lists, since the endpoint's list was last read. Ids of the last day are part of the proof that a message was not sent. */
  messages: { days: 400, least: 30, most: 3_650 },
  /** Changes of fleet records between syncs. */
  fleetChanges: { days: 35, least: 8, most: 3_650 },
  /** Earlier readings of quotas; of each day before the last seven, only the last. */
  quotaReadings: { days: 90, least: 8, most: 3_650 },
  /** Ended changes of quotas without a row that can be undone or is unresolved. */
  quotaChanges: { days: 90, least: 7, most: 3_650 },
  /** Ended changes of quotas that can be undone. */
  undoableQuotaChanges: { days: 400, least: 7, most: 3_650 },
} as const;

export type RetentionKind = keyof typeof retentionPeriods;

export const retentionKinds = Object.keys(retentionPeriods) as RetentionKind[];

/** Records that are never deleted by age; the texts state why. */
export const permanentRecords = ["campaigns", "audit", "changes"] as const;
