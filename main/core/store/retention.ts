/** How long data is kept, by the settings of the operator. Plain functions of the store's thread. */
import { type RetentionKind, retentionPeriods } from "#shared/retention.ts";
import type { ReadDb } from "./db.ts";

const dayMs = 86_400_000;

/** The default where there is no valid setting. */
export function retentionDays(db: ReadDb, kind: RetentionKind): number {
  const { days: standard, least, most } = retentionPeriods[kind];
  const days = db.get<{ days: unknown }>(
    `SELECT iif(json_valid(value), value ->> ?, NULL) AS days FROM setting WHERE key = 'retention'`,
    `$.${kind}`,
  )?.days;
  return typeof days === "number" && days >= least && days <= most ? days : standard;
}

/** Data from before this time (epoch milliseconds) is deleted. */
export function retentionCutoff(db: ReadDb, kind: RetentionKind, nowMs: number): number {
  return nowMs - retentionDays(db, kind) * dayMs;
}
