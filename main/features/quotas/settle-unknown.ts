/** Rows whose answer was lost are settled by reading the quota again. */
import { acceptedOf } from "../../api/errors.ts";
import type { Priority } from "../../api/priority.ts";
import type { AppError } from "../../failure.ts";
import type { StoredChange } from "./changes/queries-changes.ts";
import { inParallel } from "./in-parallel.ts";
import { judgeByReading } from "./judge-doubt.ts";
import type { QuotaConnection, QuotaParts } from "./parts.ts";
import type { OpenDoubt } from "./open-doubts.ts";
import type { AskedReading } from "./queries-readings.ts";
import { askReading } from "./readings.ts";
import { tellRowSettled } from "./tell-settled.ts";

const rowsPerPage = 200;
const atOnce = 8;

/**
 * Reads each unknown row of a change once. Answers when the next one can be told, where one has to wait. Throws when the service
 * cannot be asked at all; a single quota that cannot be read stays unknown.
 */
export async function settleUnknown(
  parts: QuotaParts,
  connection: QuotaConnection,
  change: Pick<StoredChange, "id" | "kind">,
  { signal, priority }: { readonly signal: AbortSignal; readonly priority: Priority },
): Promise<{ readonly waitUntil: number | undefined }> {
  let waitUntil: number | undefined;
  for (let after = 0; ;) {
    const rows = await parts.store.rowsToWork(change.id, "unknown", after, rowsPerPage);
    await inParallel(rows, atOnce, async (row) => {
      const asked = await askReading(parts, connection, change.kind, row.endpoint, { signal, priority });
      const { error, ...reading } = asked;
      if (error !== undefined && isWholeService(error)) throw error;
      await parts.store.keepReadings(connection.id, [reading]);
      for (const open of await settleByReading(parts, connection, reading)) {
        const isOwn = open.change === change.id && open.row === row.row;
        if (isOwn && open.toldFrom !== undefined) waitUntil = Math.min(waitUntil ?? Infinity, open.toldFrom);
      }
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return { waitUntil };
    after = last.row;
  }
}

/** A reading that somebody took anyhow settles what is unknown of that quota. Answers what it does not tell, oldest first. */
export async function settleByReading(
  parts: QuotaParts,
  connection: QuotaConnection,
  reading: AskedReading,
): Promise<readonly OpenDoubt[]> {
  const { store, publish } = parts;
  const open: OpenDoubt[] = [];
  for (const row of await store.doubtfulRows(connection.id, reading.kind, reading.endpoint)) {
    const judged = judgeByReading(row, reading, connection.options.reconcileAfterMs);
    if ("open" in judged) open.push(judged.open);
    if (judged.move === undefined) continue;
    await tellRowSettled(parts, row.change, judged.move);
    await store.moveRows([{ connection: connection.id, change: row.change, move: judged.move }]);
    publish("quotas.changeMoved", { connection: connection.name, change: row.change });
  }
  return open;
}

/** No network, no session: asking for the next one is of no use. */
export function isWholeService(error: AppError): boolean {
  const kind = error.details?.["kind"];
  if (kind === "offline" || kind === "signed-out" || kind === "throttled") return true;
  return acceptedOf(error) === undefined && error.code !== "endpoint-unknown" && error.code !== "not-offered";
}
