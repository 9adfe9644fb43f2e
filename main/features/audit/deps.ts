/** Dependencies of the audit. */
import type { Clock, Files, Log, Machine } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { auditQueries } from "./queries.ts";

export type AuditStore = StoreClient<typeof auditQueries>;

export interface AuditDeps {
  readonly store: AuditStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
  readonly files: Files;
  /** Called after entries were appended. */
  readonly onAdded: () => void;
}
