/** Whoever reads an endpoint's SMS list hands it on: it is dear enough to be read once for everybody. */
import type { ApiClient } from "../../../api/client.ts";
import { listSmsWhole } from "../../../api/sms.ts";
import type { SmsList } from "../../../api/sms-list.ts";
import type { Clock, Log } from "../../../hosts.ts";
import type { JsonRecord } from "#contract/kit.ts";

/** One reading of an endpoint's list. */
export interface SeenList {
  readonly records: readonly JsonRecord[];
  /** It is known to hold all messages of the endpoint. */
  readonly complete: boolean;
  /** When the request for it left, on our clock. */
  readonly asOf: number;
}

export type OnList = (connectionId: number, endpoint: string, list: SeenList) => Promise<void>;

export interface HandOnDeps {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly connection: number;
  readonly onList?: OnList | undefined;
}

/** Reads a list as a delivery check does and hands it on. Who it is handed to cannot fail the reading. */
export async function readAndHandOn(
  { api, clock, log, connection, onList }: HandOnDeps,
  endpoint: string,
  signal: AbortSignal,
): Promise<SmsList & { readonly asOf: number }> {
  const asOf = clock.now();
  const list = await listSmsWhole(api, endpoint, { signal, priority: "delivery" });
  try {
    await onList?.(connection, endpoint, { ...list, asOf });
  } catch (cause) {
    log.error("campaign.list-not-handed-on", { connection }, cause);
  }
  return { ...list, asOf };
}
