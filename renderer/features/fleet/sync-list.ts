/** Brings the copy of one list up to date; run as a verb, so that a failure is told like any other. */
import type { Command } from "../../commands/command.ts";
import { fleet } from "../../lib/fleet.ts";
import { collectionWords } from "../../lib/records.ts";
import type { ListName } from "./fleet-slice.ts";

export function syncList({ connection, collection }: ListName): Command {
  return {
    id: `sync-${collection}`,
    title: `Synchronise ${collectionWords[collection].many}`,
    group: "Fleet",
    enabled: ({ syncs }) => !syncs.some((sync) => sync.connection === connection && sync.collection === collection),
    run: async () => {
      await fleet.fleet.sync({ connection, collections: [collection] });
    },
  };
}
