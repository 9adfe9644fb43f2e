/** The messages of an endpoint with their times, for the merged history of the endpoint. */
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { EndpointNames } from "../../fleet/index.ts";
import type { SmsStore } from "./sms-lists.ts";
import { type Placed, placeThread } from "./thread.ts";

export interface MessageHistory {
  /** Messages that were sent or received; those still to be sent have no time yet. */
  readonly items: readonly { readonly at: number; readonly message: Message }[];
  /** Undefined: the messages of this endpoint were never requested from the service. */
  readonly read: { readonly asOf: number; readonly complete: boolean } | undefined;
}

interface MessageHistoryDeps {
  readonly store: SmsStore;
  readonly names: Pick<EndpointNames, "of">;
}

/** Reads the cache; makes no request. */
export function createMessageHistory(deps: MessageHistoryDeps) {
  return async (connectionId: number, endpoint: string): Promise<MessageHistory> => {
    const { placed, read } = await readThread(deps, connectionId, endpoint);
    const items = placed.filter(({ at }) => Number.isFinite(at)).map(({ at, line }) => ({ at, message: line }));
    return { items, read };
  };
}

/** The messages of an endpoint, newest first; those still to be sent are at infinity. */
export async function readThread(
  { store, names }: MessageHistoryDeps,
  connectionId: number,
  endpoint: string,
): Promise<Pick<MessageHistory, "read"> & { readonly placed: readonly Placed[] }> {
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
    placed: placeThread(cached, ledger, called.get(endpoint)),
    read: thread === undefined ? undefined : { asOf: thread.asOf, complete: thread.complete === 1 },
  };
}
