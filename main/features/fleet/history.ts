/** All changes of one record, and the list of snapshots that changes refer to. */
import type { z } from "zod";
import type { diffEntrySchema, fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { fieldChanges, recordOf } from "./record-rows.ts";
import type { FleetDeps } from "./deps.ts";
import type { HistoryRow } from "./queries-history.ts";

/** Every change of an endpoint in the stored snapshots, and the times of the first and last snapshot. */
export interface EndpointChanges {
  of(
    connectionId: number,
    endpoint: string,
  ): Promise<{
    readonly items: readonly DiffEntry[];
    /** Undefined: endpoints were never synced. */
    readonly span: { readonly from: number; readonly until: number } | undefined;
  }>;
}

type DiffEntry = z.output<typeof diffEntrySchema>;
type History = Pick<Handlers<typeof fleet>, "history" | "snapshots">;

export function createHistory({ store, connections }: FleetDeps): History {
  return {
    history: async ({ connection: name, collection, id, limit }) => {
      const { id: connection } = await connections.open(name);
      const rows = await store.readHistory(connection, collection, id, limit);
      return {
        entries: entriesOf(id, rows),
      };
    },
    snapshots: async ({ connection: name, collection, limit }) => {
      const { id: connection } = await connections.open(name);
      return { snapshots: [...(await store.listSnapshots(connection, collection, limit))] };
    },
  };
}

/** Limit of changes per record; a record changes in a few syncs only. */
const mostChanges = 1000;

export function createEndpointChanges({ store }: Pick<FleetDeps, "store">): EndpointChanges {
  return {
    of: async (connectionId, endpoint) => {
      const [rows, snapshots] = await Promise.all([
        store.readHistory(connectionId, "endpoint", endpoint, mostChanges),
        store.listSnapshots(connectionId, "endpoint", mostChanges),
      ]);
      const [last, first] = [snapshots[0], snapshots.at(-1)];
      const earliest = rows.length < mostChanges ? first?.at : rows.at(-1)?.at;
      return {
        items: entriesOf(endpoint, rows),
        span: last === undefined || earliest === undefined ? undefined : { from: earliest, until: last.at },
      };
    },
  };
}

/** Without those of former versions in which only the time of the update changed. */
function entriesOf(id: string, rows: readonly HistoryRow[]): DiffEntry[] {
  return rows.flatMap(({ kind, snapshot, at, before, after }) => {
    const changes = kind === "changed" ? fieldChanges(recordOf(before), recordOf(after)) : [];
    return kind === "changed" && changes.length === 0 ? [] : [{ id, kind, snapshot, at, changes }];
  });
}
