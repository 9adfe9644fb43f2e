/** Every reader of an endpoint's SMS list passes it on to an observer, because reading a list is expensive. */
import type { ApiClient } from "../../../core/api/client.ts";
import { listSmsWhole, type SmsList } from "../../../core/api/sms.ts";
import type { Clock, Log } from "../../../core/hosts.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";

/** One reading of an endpoint's list. */
export interface SmsListReading {
  readonly records: readonly JsonRecord[];
  /** Whether the list is known to contain all messages of the endpoint. */
  readonly complete: boolean;
  /** When the list was requested, on our clock. */
  readonly asOf: number;
}

export type OnList = (connectionId: number, endpoint: string, list: SmsListReading) => Promise<void>;

export interface ListReaderDeps {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly connection: number;
  readonly onList?: OnList;
}

/** Reads a list with the priority of a delivery check and passes it on. A failure of the observer does not fail the reading. */
export async function readAndNotifyObserver(
  { api, clock, log, connection, onList }: ListReaderDeps,
  endpoint: string,
  signal: AbortSignal,
): Promise<SmsList & { readonly asOf: number }> {
  const asOf = clock.now();
  const list = await listSmsWhole(api, endpoint, { signal, priority: "delivery" });
  try {
    await onList?.(connection, endpoint, { ...list, asOf });
  } catch (cause) {
    log.error("campaign.list-not-forwarded", { connection }, cause);
  }
  return { ...list, asOf };
}

// Whether a failed call concerns the requested endpoint, or the service was not reachable at all.

const kinds: ReadonlySet<unknown> = new Set(["offline", "signed-out", "throttled", "aborted"]);

/** No network, not signed in, or throttled: the message does not use up a check. */
export function isConnectivityError(error: unknown): boolean {
  return error instanceof AppError && kinds.has(error.details?.["kind"]);
}

/** Not reachable, or an answer was lost, which may concern the service or this one request. */
export function isUnansweredError(error: unknown): boolean {
  return isConnectivityError(error) || (error instanceof AppError && error.details?.["kind"] === "lost");
}
