/** The fleet feature: the handlers of its contract, and the directory that campaigns and the doctor use. */
import type { fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { records } from "#shared/contract/fleet/records.ts";
import { createAudiences } from "./audiences.ts";
import { createSavedAudiences, type SavedAudiences } from "./saved-audiences.ts";
import { createBrowse } from "./browse.ts";
import { createDiff } from "./diff.ts";
import { createDirectory, type EndpointDirectory } from "./directory.ts";
import { createExport } from "./export-rows.ts";
import { createFacet } from "./facet.ts";
import { createEndpointChanges, createHistory, type EndpointChanges } from "./history.ts";
import { createLinks } from "./links.ts";
import { createNames, type EndpointNames } from "./names.ts";
import type { FleetDeps, FleetTools } from "./deps.ts";
import { createPast, type EndpointPast } from "./past.ts";
import { createProfileUse, type ProfileUse } from "./profile-use.ts";
import { createFleetQueryHandlers } from "./query-handlers.ts";
import { createRefreshRecord } from "./refresh-record.ts";
import { createSelfCheck } from "./self-check.ts";
import { createSyncService } from "./sync-service.ts";

export interface Fleet {
  readonly handlers: Handlers<typeof fleet>;
  /** Handlers of single records: their links, and refreshing them from the service. */
  readonly records: Handlers<typeof records>;
  readonly directory: EndpointDirectory;
  readonly names: EndpointNames;
  readonly savedAudiences: SavedAudiences;
  readonly past: EndpointPast;
  readonly changes: EndpointChanges;
  readonly profileUse: ProfileUse;
  /** Removes the cached data of a removed connection; stops early when aborted. */
  deleteConnectionData(connectionId: number, signal?: AbortSignal): Promise<void>;
  /** Ends the running syncs; what they have read is saved. No new ones start. */
  stop(): Promise<void>;
}

/** Rows of a removed connection that are deleted per step. */
const deleteAtOnce = 2000;

export function createFleet(deps: FleetDeps): Fleet {
  const syncService = createSyncService(deps);
  let hasBuiltIndexes = false;
  /** A running sync builds the deferred indexes itself, at its end. */
  const buildIndexes = async (): Promise<void> => {
    if (hasBuiltIndexes || syncService.isBusy()) return;
    while (await deps.store.buildIndex()) continue;
    hasBuiltIndexes = true;
  };
  const tools: FleetTools = { ...deps, buildIndexes };
  return {
    handlers: {
      ...createBrowse(tools),
      ...createFleetQueryHandlers(),
      ...createHistory(deps),
      ...createAudiences(deps),
      ...syncService.handlers,
      diff: createDiff(deps),
      exportCsv: createExport(tools),
      facet: createFacet(tools),
      selfCheck: createSelfCheck(tools),
    },
    records: { ...createLinks(tools), ...createRefreshRecord(tools) },
    directory: createDirectory(tools),
    names: createNames(tools),
    savedAudiences: createSavedAudiences(deps),
    past: createPast(tools),
    changes: createEndpointChanges(deps),
    profileUse: createProfileUse(tools),
    deleteConnectionData: async (connectionId, signal) => {
      await syncService.endOf(connectionId);
      while (await deps.store.deleteRows(connectionId, deleteAtOnce)) if (signal?.aborted === true) return;
    },
    stop: () => syncService.stop(),
  };
}
