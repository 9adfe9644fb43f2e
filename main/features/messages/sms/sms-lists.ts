/** Caches every SMS list that any feature reads, and notifies when one has changed. */
import { createHash } from "node:crypto";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import { createBatcher } from "../../../core/jobs/batcher.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { ListedRecord, ListPosition, ReadList } from "./queries-lists.ts";
import type { smsQueries } from "./queries.ts";
import { readSms } from "./thread.ts";

export type SmsStore = StoreClient<typeof smsQueries>;

/** An endpoint's SMS list as read from the service. */
interface ReadSmsList {
  readonly records: readonly JsonRecord[];
  /** Whether it is known to have all messages of the endpoint. */
  readonly complete: boolean;
  readonly asOf: number;
}

export interface SmsListsDeps {
  readonly store: SmsStore;
  readonly onChanged: (connectionId: number, endpoint: string) => Promise<void>;
}

export interface SmsLists {
  /** Saves a list. A list read earlier than the stored one, and an incomplete one without records, change nothing. */
  saveSmsList(connectionId: number, endpoint: string, list: ReadSmsList): Promise<void>;
  /** Ids of an endpoint's SMS in the cache that were submitted since a time (epoch milliseconds) and not cancelled. */
  listedIds(connectionId: number, endpoint: string, since: number): Promise<readonly string[]>;
  /** Deletes some lists past their retention; true while there may be more. */
  prune(nowMs: number): Promise<boolean>;
  /** Deletes all cached lists of a connection. */
  deleteConnectionData(connectionId: number, signal?: AbortSignal): Promise<void>;
}

/** Rows deleted per step of the store's thread; other queries run in between. */
const piece = 500;
/** Lists written per step. */
const mostPerBatch = 50;

export function createSmsLists({ store, onChanged }: SmsListsDeps): SmsLists {
  let position: ListPosition | undefined;
  const save = createBatcher((lists: readonly ReadList[]) => store.saveLists(lists), mostPerBatch);
  return {
    async saveSmsList(connection, endpoint, { records, complete, asOf }) {
      if (!complete && records.length === 0) return;
      const changed = await save({ connection, endpoint, asOf, complete, records: listed(endpoint, records) });
      if (changed) await onChanged(connection, endpoint);
    },
    listedIds: (connection, endpoint, since) => store.listedIds({ connection, endpoint, since }),
    async prune(nowMs) {
      position = await store.pruneLists({ after: position, nowMs, limit: piece });
      return position !== undefined;
    },
    async deleteConnectionData(connection, signal) {
      while (await store.deleteLists(connection, piece)) if (signal !== undefined) throwIfStopped(signal);
    },
  };
}

/** Each record once, under a key that does not change with its status. */
function listed(endpoint: string, records: readonly JsonRecord[]): ListedRecord[] {
  const byKey = new Map<string, ListedRecord>();
  const twins = new Map<string, number>();
  for (const record of records) {
    const { id, direction, delivery, payload, sourceAddress, submittedAt, finalAt } = readSms(record);
    let key = id;
    if (key === "") {
      const baseKey = contentKey(record);
      const twin = (twins.get(baseKey) ?? 0) + 1;
      twins.set(baseKey, twin);
      key = `${baseKey}-${twin}`;
    }
    const searchText = smsSearchText([payload, sourceAddress, endpoint]);
    const contactAt = direction === "mo" ? submittedAt : delivery === "delivered" ? finalAt : undefined;
    byKey.set(key, {
      key,
      at: submittedAt,
      direction,
      delivery,
      searchText,
      contactAt,
      record: JSON.stringify(record),
    });
  }
  return [...byKey.values()];
}

function smsSearchText(texts: readonly (string | undefined)[]): string {
  return texts.map((part) => (part ?? "").toLowerCase()).join("\n");
}

/** The key of a record without an id, derived from the fields that never change. */
function contentKey(record: JsonRecord): string {
  const stableFields = [record["submit_date"], record["sms_type"], record["source_address"], record["payload"]];
  return `made-${createHash("sha256").update(JSON.stringify(stableFields)).digest("hex").slice(0, 24)}`;
}
