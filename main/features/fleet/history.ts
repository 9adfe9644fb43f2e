/** Looking back: every change of one record, and the snapshots that changes are counted by. */
import type { fleet } from "#contract/fleet.ts";
import type { Handlers } from "#contract/kit.ts";
import { fieldChanges, recordOf } from "./field-changes.ts";
import type { FleetParts } from "./parts.ts";

type History = Pick<Handlers<typeof fleet>, "history" | "snapshots">;

export function createHistory({ store, connections }: FleetParts): History {
  return {
    history: async ({ connection: name, collection, id, limit }) => {
      const { id: connection } = await connections.open(name);
      const rows = await store.readHistory(connection, collection, id, limit);
      return {
        entries: rows.map(({ kind, snapshot, at, before, after }) => ({
          id,
          kind,
          snapshot,
          at,
          changes: kind === "changed" ? fieldChanges(recordOf(before), recordOf(after)) : [],
        })),
      };
    },
    snapshots: async ({ connection: name, collection, limit }) => {
      const { id: connection } = await connections.open(name);
      return { snapshots: [...(await store.listSnapshots(connection, collection, limit))] };
    },
  };
}
