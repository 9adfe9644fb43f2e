/** The messages of an endpoint with their times, for the merged history of the endpoint. */
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { EndpointNames } from "../../fleet/index.ts";
import type { SmsStore } from "./sms-lists.ts";
import { placeThread } from "./thread.ts";

export interface MessageHistory {
  /** Messages that were sent or received; those still to be sent have no time yet. */
  readonly items: readonly { readonly at: number; readonly message: Message }[];
  /** Undefined: the messages of this endpoint were never requested from the service. */
  readonly read: { readonly asOf: number; readonly complete: boolean } | undefined;
}

interface MessageHistoryDeps {
  readonly store: SmsStore;
  readonly names: EndpointNames;
}

/** Reads the cache; makes no request. */
export function createMessageHistory({ store, names }: MessageHistoryDeps) {
  return async (connectionId: number, endpoint: string): Promise<MessageHistory> => {
    const [thread, records, ledger, called] = await Promise.all([
      store.threadOf(connectionId, endpoint),
      store.cachedMessages(connectionId, endpoint),
      store.ledgerOfEndpoint(connectionId, endpoint),
      names.of(connectionId, [endpoint]),
    ]);
    const cached = records.map(({ key, at, record }) => ({
      endpoint,
      key,
      at,
      record: JSON.parse(record) as JsonRecord,
    }));
    return {
      items: placeThread(cached, ledger, called.get(endpoint))
        .filter(({ at }) => Number.isFinite(at))
        .map(({ at, line }) => ({ at, message: line })),
      read: thread === undefined ? undefined : { asOf: thread.asOf, complete: thread.complete === 1 },
    };
  };
}
