/** Syncs of collections: start and cancel. */
import { t } from "#shared/texts/text.ts";
import { IconRefresh } from "@tabler/icons-react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { type Action, onOpen } from "../../app/actions/action.ts";
import type { State } from "../../app/store/store.ts";
import { fleet } from "../../lib/fleet.ts";
import { currentConnection } from "../../data/connection.ts";
import { collectionLabels, inSentence } from "../../lib/records.ts";

/** What a sync downloads; without a collection, all of them. */
export interface SyncTarget {
  readonly connection: string;
  readonly collection?: Collection;
}

function isSyncing({ connection, collection }: SyncTarget, { syncs }: State): boolean {
  return syncs.some(
    (sync) => sync.connection === connection && (collection === undefined || sync.collection === collection),
  );
}

/** Resolves when the sync has ended; its failure is that of the action. */
export const sync: Action<SyncTarget> = {
  id: "sync",
  title: ({ collection }) =>
    collection === undefined
      ? t(($) => $.shell.commands.syncFleet.title)
      : t(($) => $.fleet.sync.collection, { collection: inSentence(collectionLabels[collection].many) }),
  icon: IconRefresh,
  scope: ({ connection, collection = "all" }) => `sync ${connection} ${collection}`,
  disabledReason: (target, state) => (isSyncing(target, state) ? t(($) => $.shell.unavailable.syncing) : undefined),
  run: async ({ connection, collection }) => {
    await fleet.fleet.sync({ connection, collections: collection === undefined ? undefined : [collection] });
  },
};

/** Cancels the running syncs of a connection, or that of one collection. */
export const cancelSync: Action<SyncTarget> = {
  id: "cancel-sync",
  title: t(($) => $.shell.commands.cancelSync.title),
  scope: ({ connection, collection = "all" }) => `cancel-sync ${connection} ${collection}`,
  disabledReason: (target, state) => (isSyncing(target, state) ? undefined : t(($) => $.shell.unavailable.notSyncing)),
  run: async (target) => {
    await fleet.fleet.cancelSync(target);
  },
};

export const syncFleet = onOpen(
  sync,
  () => {
    const connection = currentConnection()?.name;
    return connection === undefined ? undefined : { connection };
  },
  t(($) => $.shell.unavailable.noConnection),
  {
    id: "sync-fleet",
    title: t(($) => $.shell.commands.syncFleet.title),
    group: "fleet",
    keys: "mod+R",
    keywords: t(($) => $.shell.commands.syncFleet.keywords),
  },
);

export const cancelNewestSync = onOpen(
  cancelSync,
  ({ syncs }) => {
    const connection = syncs.at(-1)?.connection;
    return connection === undefined ? undefined : { connection };
  },
  t(($) => $.shell.unavailable.notSyncing),
  { id: "cancel-sync", title: t(($) => $.shell.commands.cancelSync.title), group: "fleet" },
);
