/** The fleet feature put together: its page of the treaty, and the directory that campaigns and the doctor ask. */
import type { fleet } from "#contract/fleet.ts";
import type { Handlers } from "#contract/kit.ts";
import type { records } from "#contract/records.ts";
import { createAudiences } from "./audiences.ts";
import { createKeptAudiences, type KeptAudiences } from "./kept-audiences.ts";
import { createBrowse } from "./browse.ts";
import { createDiff } from "./diff.ts";
import { createDirectory, type EndpointDirectory } from "./directory.ts";
import { createExport } from "./export-rows.ts";
import { createFacet } from "./facet.ts";
import { createEndpointChanges, createHistory, type EndpointChanges } from "./history.ts";
import { createLinks } from "./links.ts";
import { createNames, type EndpointNames } from "./names.ts";
import type { FleetParts, FleetTools } from "./parts.ts";
import { createPast, type EndpointPast } from "./past.ts";
import { createProfileUse, type ProfileUse } from "./profile-use.ts";
import { createQueryWords } from "./query-words.ts";
import { createReadAgain } from "./read-again.ts";
import { createSelfCheck } from "./self-check.ts";
import { createSyncDesk } from "./sync-desk.ts";

export interface Fleet {
  readonly handlers: Handlers<typeof fleet>;
  /** Single records: their links, and reading them again. */
  readonly records: Handlers<typeof records>;
  readonly directory: EndpointDirectory;
  readonly names: EndpointNames;
  readonly keptAudiences: KeptAudiences;
  readonly past: EndpointPast;
  readonly changes: EndpointChanges;
  readonly profileUse: ProfileUse;
  /** Removes the local copy of a connection that is no longer there; stops early when aborted. */
  forget(connectionId: number, signal?: AbortSignal): Promise<void>;
  /** Ends the syncs in progress; what they have read is saved. None begins afterwards. */
  stop(): Promise<void>;
}

/** So many rows at a time are removed of a forgotten connection. */
const forgetAtOnce = 2000;

export function createFleet(parts: FleetParts): Fleet {
  const desk = createSyncDesk(parts);
  let settled = false;
  /** While a sync runs it is for the sync to build them, at its end. */
  const settle = async (): Promise<void> => {
    if (settled || desk.isBusy()) return;
    while (await parts.store.buildIndex()) continue;
    settled = true;
  };
  const tools: FleetTools = { ...parts, settle };
  return {
    handlers: {
      ...createBrowse(tools),
      ...createQueryWords(),
      ...createHistory(parts),
      ...createAudiences(parts),
      ...desk.handlers,
      diff: createDiff(parts),
      exportCsv: createExport(tools),
      facet: createFacet(tools),
      selfCheck: createSelfCheck(tools),
    },
    records: { ...createLinks(tools), ...createReadAgain(tools) },
    directory: createDirectory(tools),
    names: createNames(tools),
    keptAudiences: createKeptAudiences(parts),
    past: createPast(tools),
    changes: createEndpointChanges(parts),
    profileUse: createProfileUse(tools),
    forget: async (connectionId, signal) => {
      await desk.endOf(connectionId);
      while (await parts.store.forgetRows(connectionId, forgetAtOnce)) if (signal?.aborted === true) return;
    },
    stop: () => desk.stop(),
  };
}
