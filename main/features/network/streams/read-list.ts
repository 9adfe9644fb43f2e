/** Reads the lists of the service, saves them with their time, and resolves lost answers by them. */
import { listApiCallbacks } from "../../../core/api/api-callbacks.ts";
import type { CallOptions } from "../../../core/api/client.ts";
import { listDataStreams } from "../../../core/api/data-streams.ts";
import type { RecordList } from "../../../core/api/record-list.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import type { StreamConnection, StreamDeps } from "./deps.ts";
import type { Kind } from "./queries.ts";
import { withoutSecrets } from "./read-records.ts";

/** Reads a list, saves it and resolves entries; undefined where the service has no such list. */
export async function readList(
  deps: StreamDeps,
  kind: Kind,
  connection: StreamConnection,
  signal: AbortSignal,
): Promise<RecordList | undefined> {
  const start = deps.journal.startReading();
  const list = await fetchList(kind, connection, { signal, priority: "click" });
  const records = list?.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
  await deps.store.saveList(connection.id, kind, start.asOf, records, list?.gap);
  if (list !== undefined) {
    const isComplete = list.gap === undefined;
    await deps.journal.observe(connection, { ...start, reading: kind, isComplete, records: list.items });
  }
  return list;
}

/**
 * The ids before a creation, so that the new one can be identified later. Undefined where the service has no
 * list or does not return all of it. Throws where the service is unreachable, because a creation would fail as well.
 */
export async function idsBefore(
  deps: StreamDeps,
  kind: Kind,
  connection: StreamConnection,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const list = await readList(deps, kind, connection, signal);
    return list === undefined || list.gap !== undefined ? undefined : list.items.map(({ id }) => id);
  } catch (error) {
    if (error instanceof AppError && error.details?.["kind"] === "refused") return undefined;
    throw error;
  }
}

async function fetchList(kind: Kind, { api }: StreamConnection, options: CallOptions): Promise<RecordList | undefined> {
  try {
    const { items, gap } = await (kind === "stream" ? listDataStreams(api, options) : listApiCallbacks(api, options));
    return { items: items.map(({ id, record }) => ({ id, record: withoutSecrets(record) })), gap };
  } catch (error) {
    if (isAppError(error, "not-offered")) return undefined;
    throw error;
  }
}
