/** Resolves rows whose answers were lost by reading their quotas again. */
import { acceptedOf } from "../../core/api/errors.ts";
import type { Priority } from "../../core/api/priority.ts";
import type { AppError } from "#shared/failure.ts";
import type { StoredChange } from "./changes/queries-changes.ts";
import { forEachConcurrent } from "./for-each-concurrent.ts";
import { classifyByReading } from "./classify-by-reading.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import type { UnconfirmedChange } from "./unconfirmed-change.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import { fetchReading } from "./readings.ts";
import { recordRowResolution } from "./record-row-resolution.ts";

const rowsPerPage = 200;
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
  for (let after = 0; ;) {
    const rows = await deps.store.rowsToWork(change.id, "unknown", after, rowsPerPage);
    await forEachConcurrent(rows, maxConcurrent, async (row) => {
      const result = await fetchReading(deps, connection, change.kind, row.endpoint, { signal, priority });
      const { error, ...reading } = result;
      if (error !== undefined && isWholeService(error)) throw error;
      await deps.store.saveReadings(connection.id, [reading]);
      for (const open of await resolveByReading(deps, connection, reading)) {
        const isOwn = open.change === change.id && open.row === row.row;
        if (isOwn && open.resolvableFrom !== undefined)
          waitUntil = Math.min(waitUntil ?? Infinity, open.resolvableFrom);
      }
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return { waitUntil };
    after = last.row;
  }
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
