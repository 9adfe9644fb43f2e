/** Rows whose answer was lost are settled by reading the quota again. */
import { acceptedOf } from "../../api/errors.ts";
import type { Priority } from "../../api/priority.ts";
import type { AppError } from "../../failure.ts";
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import type { StoredChange } from "./changes/queries-changes.ts";
import type { WorkRow } from "./changes/queries-rows.ts";
import { inParallel } from "./in-parallel.ts";
import type { QuotaConnection, QuotaParts } from "./parts.ts";
import { askReading } from "./readings.ts";
import { settleRow } from "./settle-row.ts";

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
      if (!("stand" in reading.found)) return;
      const until = await settleOne(parts, connection, change.id, row, reading.found.stand);
      if (until !== undefined) waitUntil = Math.min(waitUntil ?? Infinity, until);
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return { waitUntil };
    after = last.row;
  }
}

/** A reading that somebody took anyhow settles what is unknown of that quota. */
export async function settleByReading(
  parts: QuotaParts,
  connection: QuotaConnection,
  endpoint: string,
  { kind, stand }: { readonly kind: QuotaKind; readonly stand: QuotaStand },
): Promise<void> {
  for (const row of await parts.store.unknownRowsOf(connection.id, endpoint, kind)) {
    await settleOne(parts, connection, row.change, row, stand);
    parts.publish("quotas.changeMoved", { connection: connection.name, change: row.change });
  }
}

async function settleOne(
  { store, clock }: QuotaParts,
  { id, options }: QuotaConnection,
  change: number,
  row: WorkRow,
  stand: QuotaStand,
): Promise<number | undefined> {
  const judged = settleRow(row, stand, { now: clock.now(), graceMs: options.reconcileAfterMs });
  if (judged.kind === "settled") await store.moveRows([{ connection: id, change, move: judged.move }]);
  return judged.kind === "wait" ? judged.until : undefined;
}

/** No network, no session: asking for the next one is of no use. */
export function isWholeService(error: AppError): boolean {
  const kind = error.details?.["kind"];
  if (kind === "offline" || kind === "signed-out" || kind === "throttled") return true;
  return acceptedOf(error) === undefined && error.code !== "endpoint-unknown" && error.code !== "not-offered";
}
