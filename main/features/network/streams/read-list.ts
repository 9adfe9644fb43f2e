/** Reads the lists of the service, saves them with their time, and resolves lost answers by them. */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { listApiCallbacks } from "../../../core/api/api-callbacks.ts";
import type { CallOptions } from "../../../core/api/client.ts";
import { listDataStreams } from "../../../core/api/data-streams.ts";
import { verdictOf } from "../../../core/api/lost-answer.ts";
import type { ListedRecord, RecordList } from "../../../core/api/record-list.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { mergeCallbacks } from "./merge-callbacks.ts";
import { callbackOfEntry, formOf, isPossibly } from "./merge-streams.ts";
import { type StreamConnection, type StreamDeps, workOf } from "./deps.ts";
import type { EntryRow, Kind } from "./queries.ts";
import { readCallback, readStream } from "./read-records.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Reads a list, saves it and resolves entries; undefined where the service has no such list. */
export async function readList(
  deps: StreamDeps,
  kind: Kind,
  connection: StreamConnection,
  signal: AbortSignal,
): Promise<RecordList | undefined> {
  // Taken before the request: the list may be older than an answer that arrives while it is read.
  const asOf = deps.clock.now();
  const list = await fetchList(kind, connection, { signal, priority: "click" });
  const records = list?.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
  await deps.store.saveList(connection.id, kind, asOf, records, list?.gap);
  if (list !== undefined) await resolveEntries(deps, kind, connection, { list, asOf });
  return list;
}

/**
 * The ids before a creation, as JSON, so that the new one can be identified later. Undefined where the service has no
 * list or does not return all of it. Throws where the service is unreachable, because a creation would fail as well.
 */
export async function idsBefore(
  deps: StreamDeps,
  kind: Kind,
  connection: StreamConnection,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const list = await readList(deps, kind, connection, signal);
    return list === undefined || list.gap !== undefined ? undefined : JSON.stringify(list.items.map(({ id }) => id));
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

/** Resolves creations whose answer was lost, or did not contain the id. */
async function resolveEntries(
  { store, recordResolution }: StreamDeps,
  kind: Kind,
  { id: connection }: StreamConnection,
  { list: { items: list, gap }, asOf }: { readonly list: RecordList; readonly asOf: number },
): Promise<void> {
  const { entries } = await store.load(connection, kind);
  const open = entries.filter((entry) => isOpen(entry, asOf));
  if (open.length === 0) return;
  const callbacks = mergeCallbacks(await store.load(connection, "callback"));
  const claimed = new Set(entries.flatMap(({ id }) => id ?? []));
  const fits = (entry: EntryRow, { record }: ListedRecord): boolean =>
    kind === "stream"
      ? isPossibly(formOf(entry), callbackOfEntry(entry, callbacks), readStream(record))
      : isSameCallback(entry, record);
  for (const entry of open.toReversed()) {
    if (entry.known === null) continue;
    const before = new Set(JSON.parse(entry.known) as string[]);
    const possible = list.filter((one) => !before.has(one.id) && !claimed.has(one.id) && fits(entry, one));
    const [only] = possible;
    // If several records match, none of them is assigned.
    if (only !== undefined && possible.length === 1) {
      claimed.add(only.id);
      const code = entry.state === "created" ? "proved-id-by-list" : "proved-by-list";
      const proof = codedText(code, { id: only.id });
      const answer = entry.state === "created" ? entry.answer : encodeText(proof);
      await recordResolution({ work: workOf(entry.entry), outcome: "done", created: only.id, proof });
      await store.resolveEntry(entry.entry, { state: "created", at: asOf, answer, id: only.id });
    } else if (gap === undefined && only === undefined && entry.state === "unknown" && isDisproved(entry, asOf)) {
      const proof = codedText("proved-not-created-later");
      await recordResolution({ work: workOf(entry.entry), outcome: "not-done", proof });
      await store.resolveEntry(entry.entry, {
        state: "not-created",
        at: asOf,
        answer: encodeText(proof),
        id: undefined,
      });
    }
  }
}

/**
 * True where the answer was lost, or the object was created without an id, before the list was requested. A request in
 * flight is not resolved by reading: its answer is still expected.
 */
function isOpen({ state, id, sent_at: sent, settled_at: ended }: EntryRow, asOf: number): boolean {
  if (state === "unknown") return ended !== null && ended < asOf;
  return state === "created" && id === null && sent <= asOf;
}

/** True where the list proves that the creation was not applied. */
function isDisproved({ settled_at: lostAt }: EntryRow, asOf: number): boolean {
  return verdictOf(asOf, lostAt, false) === "not-applied";
}

function isSameCallback({ form }: EntryRow, record: JsonRecord): boolean {
  const { url, purpose } = JSON.parse(form) as { readonly url: string; readonly purpose: string };
  const reported = readCallback(record);
  return reported.url === url && (reported.purpose === undefined || reported.purpose === purpose);
}
