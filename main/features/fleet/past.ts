/** Former states of endpoints, for features that recorded something at that time. */
import { throwIfStopped } from "../../core/wait.ts";
import type { CachedEndpoint } from "./endpoint-record.ts";
import { recordOf } from "./field-changes.ts";
import type { FleetTools } from "./deps.ts";

export interface EndpointChange {
  readonly id: string;
  /** Undefined: it was not cached then. Records as the service sent them, without the SIM's own. */
  readonly before: CachedEndpoint | undefined;
  /** Undefined: it is no longer cached. */
  readonly now: CachedEndpoint | undefined;
}

export interface EndpointPast {
  /** Whether `changedSince` has all changes since a time: changes older than 35 days are deleted. */
  covers(connectionId: number, at: number): Promise<boolean>;
  /** Endpoints whose state differs from that at a time, in id order. */
  changedSince(connectionId: number, at: number, signal: AbortSignal): AsyncIterable<readonly EndpointChange[]>;
}

const rowsPerPage = 500;

export function createPast({ store }: Pick<FleetTools, "store">): EndpointPast {
  return {
    covers: (connection, at) => store.historyCovers(connection, at),
    changedSince: async function* (connection, at, signal) {
      let afterId: string | undefined;
      do {
        throwIfStopped(signal);
        const page = await store.endpointsChangedSince({ connection, at, afterId, limit: rowsPerPage });
        if (page.rows.length > 0) {
          yield page.rows.map(({ id, before, now }) => ({ id, before: endpoint(id, before), now: endpoint(id, now) }));
        }
        afterId = page.next;
      } while (afterId !== undefined);
    },
  };
}

function endpoint(id: string, raw: string | undefined): CachedEndpoint | undefined {
  return raw === undefined ? undefined : { id, record: recordOf(raw) };
}
