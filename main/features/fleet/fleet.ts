/** The fleet feature put together: its page of the treaty, and the directory that campaigns ask. */
import type { Collection, fleet, SyncReport } from "#contract/fleet.ts";
import { collectionSchema } from "#contract/fleet.ts";
import type { Handlers } from "#contract/kit.ts";
import { AppError } from "../../failure.ts";
import { createBrowse } from "./browse.ts";
import { createDiff } from "./diff.ts";
import { createDirectory, type EndpointDirectory } from "./directory.ts";
import type { FleetConnection, FleetParts, FleetTools } from "./parts.ts";
import { syncCollection } from "./sync.ts";

export interface Fleet {
  readonly handlers: Handlers<typeof fleet>;
  readonly directory: EndpointDirectory;
  /** Removes the local copy of a connection that is no longer there. */
  forget(connectionId: number): Promise<void>;
}

/** So many rows at a time are removed of a forgotten connection. */
const forgetAtOnce = 2000;

export function createFleet(parts: FleetParts): Fleet {
  const running = new Set<string>();
  let settled = false;
  /** While a sync runs it is for the sync to build them, at its end. */
  const settle = async (): Promise<void> => {
    if (settled || running.size > 0) return;
    while (await parts.store.buildIndex()) continue;
    settled = true;
  };
  const tools: FleetTools = { ...parts, settle };

  /** One sync of a collection at a time in this process; the lock on the data directory keeps others away. */
  const syncOnce = async (
    connection: FleetConnection,
    collection: Collection,
    signal: AbortSignal,
  ): Promise<SyncReport> => {
    const key = `${connection.id} ${collection}`;
    if (running.has(key)) {
      throw new AppError("sync-running", `The collection "${collection}" is being synchronised already.`);
    }
    running.add(key);
    try {
      return await syncCollection(parts, { connection, collection, signal });
    } finally {
      running.delete(key);
    }
  };

  return {
    handlers: {
      ...createBrowse(tools),
      diff: createDiff(parts),
      sync: async ({ connection: name, collections: named }, { signal }) => {
        const connection = await parts.connections.open(name);
        const reports: SyncReport[] = [];
        for (const collection of new Set(named ?? collectionSchema.options)) {
          const report = await syncOnce(connection, collection, signal);
          if (report.state === "not-offered" && named !== undefined) {
            throw new AppError(
              "not-offered",
              report.reason ?? `The service does not offer the collection "${collection}".`,
            );
          }
          reports.push(report);
        }
        return { reports };
      },
    },
    directory: createDirectory(tools),
    forget: async (connectionId) => {
      while (await parts.store.forgetRows(connectionId, forgetAtOnce)) continue;
    },
  };
}
