/** One part of the composition: the care of the data on this computer, and its retention. */
import { join } from "node:path";
import type { Contract } from "#shared/contract/index.ts";
import type { HandlersOf } from "../core/ipc/router.ts";
import { runFileTask } from "../core/store/background-check.ts";
import type { maintenanceQueries } from "../core/store/maintenance.ts";
import { databaseName } from "../core/store/open.ts";
import { listBackups } from "../core/store/restore.ts";
import { createData } from "../features/settings/data.ts";
import { createPruning, type Pruning } from "../features/settings/pruning.ts";
import type { AppContext, ConnectionServices, Features } from "./features.ts";

export function createAppData(
  { hosts, store, whileClosed }: Pick<AppContext, "hosts" | "store" | "whileClosed">,
  { connectionStore }: ConnectionServices,
  features: Features,
  { settings, suppression, templates, views }: Omit<HandlersOf<Contract>, "data" | "overview">,
): HandlersOf<Contract>["data"] {
  const { clock, files, dataDir, startStoreThread } = hosts;
  const maintenance = store.use<typeof maintenanceQueries>("maintenance");
  const file = join(dataDir, databaseName);
  const isAtWork = workOf({ connectionStore }, features);
  return createData({
    clock,
    files,
    dataDir,
    settings,
    suppression,
    templates,
    views,
    connections: async () => (await connectionStore.all()).map(({ name }) => name),
    database: {
      file,
      facts: () => maintenance.facts(),
      compact: () => maintenance.compact(file),
      backUp: () => maintenance.backUp(file, clock.now()),
      backups: () => listBackups(dataDir),
      inspect: (signal) => runFileTask(startStoreThread, { kind: "inspect", file }, signal),
      compare: (name, signal) => runFileTask(startStoreThread, { kind: "compare", dataDir, name }, signal),
      restore: (name) =>
        whileClosed(() => runFileTask(startStoreThread, { kind: "restore", dataDir, name, nowMs: clock.now() })),
      rebuild: () => whileClosed(() => runFileTask(startStoreThread, { kind: "rebuild", dataDir, nowMs: clock.now() })),
    },
    isBusy: () => isAtWork("running"),
    isSending: () => isAtWork("sending"),
  });
}

/** Deletes what is past its retention. The ledger, the audit and suppression lists have no step here: nothing deletes them by age. */
export function createAppPruning(
  { hosts: { clock, log } }: Pick<AppContext, "hosts">,
  services: ConnectionServices,
  features: Features,
): Pruning {
  const { events, fleet, quotas, smsLists } = features;
  const isAtWork = workOf(services, features);
  return createPruning({
    clock,
    log,
    isSending: () => isAtWork("sending"),
    steps: {
      events: () => events.prune(),
      fleet: () => fleet.prune(),
      messages: () => smsLists.prune(clock.now()),
      quotas: () => quotas.prune(),
    },
  });
}

type IsAtWork = (has: "running" | "sending") => Promise<boolean>;

/** "running": a campaign, also one that waits for its time, or a change of quotas. */
function workOf(
  { connectionStore }: Pick<ConnectionServices, "connectionStore">,
  { campaigns, quotas }: Features,
): IsAtWork {
  return async (has) => {
    for (const { id } of await connectionStore.all())
      if ((await campaigns.ofConnection(id))[has] > 0 || (await quotas.isActive(id))) return true;
    return false;
  };
}
