/** Reads the lists of the service, saves them with their time, and passes them to the journal, which resolves lost answers by them. */
import { isAppError } from "#shared/failure.ts";
import { listApiCallbacks } from "../../core/api/api-callbacks.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import { listDataStreams } from "../../core/api/data-streams.ts";
import { listDns } from "../../core/api/dns.ts";
import { isAbsent } from "../../core/api/offered.ts";
import type { RecordList } from "../../core/api/record-list.ts";
import { listServiceProfiles } from "../../core/api/service-profiles.ts";
import type { Snapshot } from "../../core/journal/change.ts";
import type { NetworkContext } from "./deps.ts";
import { readProfile } from "./profiles/profile-changes.ts";
import type { ListKind } from "./queries.ts";
import { withoutSecrets } from "./streams/read-records.ts";

/** Undefined where the service has no such list. */
export async function readList(context: NetworkContext, kind: ListKind): Promise<RecordList | undefined> {
  const { store, journal, connection, signal } = context;
  const start = journal.startReading();
  const list = await fetchList(kind, connection.api, { signal, priority: "click" });
  await store.saveList(connection.id, kind, start.asOf, list?.items, list?.gap);
  if (list !== undefined) {
    const isComplete = list.gap === undefined;
    await observe(context, { ...start, reading: kind, isComplete, records: list.items });
  }
  return list;
}

/** Ids of a list that is known to be complete; a new object can be identified later only by comparison with them. */
export function completeIds(list: RecordList | undefined): readonly string[] | undefined {
  return list === undefined || list.gap !== undefined ? undefined : list.items.map(({ id }) => id);
}

/** Profile records may contain the DNS configuration, which proves changes of it. */
export async function observe({ journal, connection }: NetworkContext, snapshot: Snapshot): Promise<void> {
  await journal.observe(connection, snapshot);
  if (snapshot.reading !== "profile" && snapshot.reading !== "profile-detail") return;
  const records = snapshot.records.flatMap(({ id, record }) => {
    const { dns } = readProfile(record);
    return dns === undefined ? [] : [{ id, record: { ...dns } }];
  });
  await journal.observe(connection, { ...snapshot, reading: "profile-dns", isComplete: false, records });
}

const lists = {
  dns: listDns,
  profile: listServiceProfiles,
  stream: listDataStreams,
  callback: listApiCallbacks,
} as const;

async function fetchList(kind: ListKind, api: ApiClient, options: CallOptions): Promise<RecordList | undefined> {
  try {
    const { items, gap } = await lists[kind](api, options);
    if (kind === "dns" || kind === "profile") return { items, gap };
    return { items: items.map(({ id, record }) => ({ id, record: withoutSecrets(record) })), gap };
  } catch (error) {
    if (kind === "dns" ? isAbsent(error) : isAppError(error, "not-offered")) return undefined;
    throw error;
  }
}
