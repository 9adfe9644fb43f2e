/**
 * Syncs on request: at most one sync per collection at a time, all of them visible and cancellable.
 *
 * Invariants: the end of a sync is notified exactly once, with any outcome; cancelling one preserves what it has read, and the next sync
 * resumes there.
 */
import { collectionTexts } from "./collection-texts.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { type Collection, collectionSchema, type fleet, type SyncReport } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { isPageInstead } from "../../core/api/offered.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { abortedError } from "../../core/wait.ts";
import type { FleetConnection, FleetDeps, SyncEnd } from "./deps.ts";
import { syncCollection } from "./sync.ts";

export interface SyncService {
  readonly handlers: Pick<Handlers<typeof fleet>, "sync" | "syncs" | "cancelSync">;
  /** Whether any sync is running. */
  readonly isBusy: () => boolean;
  /** Cancels the syncs of a connection; resolves when none of them writes any longer. */
  readonly endOf: (connectionId: number) => Promise<void>;
  /** Cancels all syncs; resolves when none of them writes any longer. No new ones start. */
  readonly stop: () => Promise<void>;
}

interface RunningSync {
  readonly connection: FleetConnection;
  readonly collection: Collection;
  readonly startedAt: number;
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
  done: number;
  total: number | undefined;
}

/** Reasons for which a sync was cancelled; distinguished from an abort of the caller's signal. */
const one = "this collection";
const all = "all of them";

export function createSyncService(deps: FleetDeps): SyncService {
  const running = new Map<string, RunningSync>();
  let stopped = false;

  const syncOnce = async (
    connection: FleetConnection,
    collection: Collection,
    signal: AbortSignal,
  ): Promise<SyncReport> => {
    if (stopped) throw abortedError();
    const key = `${connection.id} ${collection}`;
    if (running.has(key)) {
      throw new AppError("sync-running", codedText("sync-running", { collection: collectionTexts[collection] }));
    }
    const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
    const own = { connection, collection, startedAt: deps.clock.now(), cancel: new AbortController(), ended };
    const entry: RunningSync = { ...own, done: 0, total: undefined };
    running.set(key, entry);
    const onProgress: FleetDeps["onProgress"] = (event) => {
      entry.done = event.done;
      entry.total = event.total;
      deps.onProgress(event);
    };
    // Notified before the first page, which may wait for a long time: the sync must be visible and cancellable meanwhile.
    deps.onProgress({ connection: connection.name, collection, done: 0 });
    const stop = AbortSignal.any([signal, entry.cancel.signal]);
    let end: SyncEnd = { outcome: "failed" };
    try {
      const report = await syncCollection({ ...deps, onProgress }, { connection, collection, signal: stop });
      end = endOf(report);
      return report;
    } catch (error) {
      end = stop.aborted ? { outcome: "cancelled" } : { outcome: "failed", message: textOf(error) };
      if (!entry.cancel.signal.aborted || signal.aborted) throw error;
      throw cancelled(entry.cancel.signal.reason === all ? all : one, error);
    } finally {
      running.delete(key);
      resolveEnded();
      deps.onSyncEnded({ connection: connection.name, collection, ...end });
    }
  };

  const ofConnection = (id: number): RunningSync[] => [...running.values()].filter((sync) => sync.connection.id === id);

  return {
    isBusy: () => running.size > 0,
    endOf: (connectionId) => endSyncs(ofConnection(connectionId)),
    stop: async () => {
      stopped = true;
      await endSyncs([...running.values()]);
    },
    handlers: {
      sync: async ({ connection: name, collections: named }, { signal }) => {
        const connection = await deps.connections.open(name);
        const requested = [...new Set(named ?? collectionSchema.options)];
        const reports: SyncReport[] = [];
        for (const collection of requested) {
          const report = await syncOnce(connection, collection, signal).catch((error: unknown) => {
            // The other requested collections are still synced.
            if (requested.length > 1 && (wasEndedAlone(error) || isPageInstead(error)))
              return endedReport(collection, error);
            throw error;
          });
          if (report.state === "not-offered" && named !== undefined) {
            throw new AppError(
              "not-offered",
              report.reason ?? codedText("collection-not-offered", { collection: collectionTexts[collection] }),
            );
          }
          reports.push(report);
        }
        return { reports };
      },
      syncs: async ({ connection: name }) => {
        const visible =
          name === undefined ? [...running.values()] : ofConnection((await deps.connections.open(name)).id);
        return {
          syncs: visible.map(({ connection, collection, done, total, startedAt }) => ({
            connection: connection.name,
            collection,
            done,
            total,
            startedAt,
          })),
        };
      },
      cancelSync: async ({ connection: name, collection }) => {
        const { id } = await deps.connections.open(name);
        const ending = ofConnection(id).filter((sync) => collection === undefined || sync.collection === collection);
        for (const { cancel } of ending) cancel.abort(collection === undefined ? all : one);
        return { cancelled: ending.length };
      },
    },
  };
}

/** Cancels the syncs; resolves when none of them writes any longer. */
async function endSyncs(syncs: readonly RunningSync[]): Promise<void> {
  for (const { cancel } of syncs) cancel.abort(all);
  await Promise.all(syncs.map(({ ended }) => ended));
}

function cancelled(collection: string, cause: unknown): AppError {
  return new AppError("sync-cancelled", codedText("sync-cancelled"), { details: { collection }, cause });
}

function wasEndedAlone(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "sync-cancelled" && error.details?.["collection"] === one;
}

function endedReport(collection: Collection, error: AppError): SyncReport {
  return {
    collection,
    state: "partial",
    reason: textOf(error),
    added: 0,
    changed: 0,
    removed: 0,
    requests: 0,
    resumed: false,
  };
}

function endOf({ state, reason }: SyncReport): SyncEnd {
  return { outcome: state === "never" ? "failed" : state, message: reason };
}
