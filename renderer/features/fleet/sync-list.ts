/** Syncs one list; runs as a command, so that failures are shown the same way. */
import { t } from "#shared/texts/text.ts";
import type { Command } from "../../app/commands/command.ts";
import { fleet } from "../../lib/fleet.ts";
import { collectionLabels, inSentence } from "../../lib/records.ts";
import type { ListName } from "./fleet-slice.ts";

export function syncList({ connection, collection }: ListName): Command {
  return {
    id: `sync-${collection}`,
    title: t(($) => $.fleet.sync.collection, { collection: inSentence(collectionLabels[collection].many) }),
    group: "fleet",
    enabled: ({ syncs }) => !syncs.some((sync) => sync.connection === connection && sync.collection === collection),
    run: async () => {
      await fleet.fleet.sync({ connection, collections: [collection] });
    },
  };
}
