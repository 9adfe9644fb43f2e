/** Resolves rows whose answers were lost by reading their quotas again. */
import { acceptedOf } from "../../core/api/errors.ts";
import type { Priority } from "../../core/api/priority.ts";
import { runJob } from "../../core/jobs/job.ts";
import type { AppError } from "#shared/failure.ts";
import type { StoredChange } from "./changes/queries-changes.ts";
import type { WorkRow } from "./changes/queries-rows.ts";
import { classifyByReading } from "./classify-by-reading.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import type { UnconfirmedChange } from "./unconfirmed-change.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import { fetchReading } from "./readings.ts";
import { recordRowResolution } from "./record-row-resolution.ts";

const maxConcurrent = 8;

/**
 * Reads each unknown row of a change once. Returns when the next one can be resolved, where waiting is needed. Throws
 * when the service as a whole is unreachable; a single quota that cannot be read stays unknown.
 */
export async function resolveUnknown(
  deps: QuotaDeps,
  connection: QuotaConnection,
  change: Pick<StoredChange, "id" | "kind">,
  { signal, priority }: { readonly signal: AbortSignal; readonly priority: Priority },
): Promise<{ readonly waitUntil: number | undefined }> {
  let waitUntil: number | undefined;
  await runJob<WorkRow>(
    {
      load: (after, limit) => deps.store.rowsToWork(change.id, "unknown", after, limit),
      concurrency: maxConcurrent,
      perform: async (row) => {
        const result = await fetchReading(deps, connection, change.kind, row.endpoint, { signal, priority });
        const { error, ...reading } = result;
        if (error !== undefined && isWholeService(error)) throw error;
        await deps.store.saveReadings(connection.id, [reading]);
        for (const open of await resolveByReading(deps, connection, reading)) {
          const isOwn = open.change === change.id && open.row === row.row;
          if (isOwn && open.resolvableFrom !== undefined)
            waitUntil = Math.min(waitUntil ?? Infinity, open.resolvableFrom);
        }
        return { outcome: "accepted", reference: undefined };
      },
    },
    deps.clock,
    signal,
  );
  return { waitUntil };
}

/** Resolves unknown rows of a quota by a reading made for any purpose. Returns the unresolved ones, oldest first. */
export async function resolveByReading(
  deps: QuotaDeps,
  connection: QuotaConnection,
  reading: QuotaReadResult,
): Promise<readonly UnconfirmedChange[]> {
  const { store, publish } = deps;
  const open: UnconfirmedChange[] = [];
  for (const row of await store.unconfirmedRows(connection.id, reading.kind, reading.endpoint)) {
    const classification = classifyByReading(row, reading, connection.options.reconcileAfterMs);
    if ("open" in classification) open.push(classification.open);
    if (classification.move === undefined) continue;
    await recordRowResolution(deps, row.change, classification.move);
    await store.moveRows([{ connection: connection.id, change: row.change, move: classification.move }]);
    publish("quotas.changeMoved", { connection: connection.name, change: row.change });
  }
  return open;
}

/** Without a network or session, reading the next quota would fail as well. */
export function isWholeService(error: AppError): boolean {
  const kind = error.details?.["kind"];
  if (kind === "offline" || kind === "signed-out" || kind === "throttled") return true;
  return acceptedOf(error) === undefined && error.code !== "endpoint-unknown" && error.code !== "not-offered";
}
