/**
 * Matches the suppression list to endpoints again after endpoints were synced, and applies it to open campaigns, in the background: the
 * caller of the sync does not wait.
 *
 * Invariant: once `stop` has resolved, nothing is read or written here.
 */
import { isAppError } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import { applySuppressionList } from "./suppression-list.ts";

type Deps = Pick<CampaignDeps, "store" | "clock" | "directory" | "names" | "log"> & {
  readonly connections: Pick<CampaignDeps["connections"], "open">;
};

export interface SuppressionRefresh {
  /** Starts a refresh of a connection's list. A failure is logged. */
  start(connection: string): void;
  /** Resolves when every refresh that was started has ended. */
  idle(): Promise<void>;
  /** Aborts refreshes in progress and waits for their end; none is started afterwards. */
  stop(): Promise<void>;
}

export function createSuppressionRefresh(deps: Deps): SuppressionRefresh {
  const stopping = new AbortController();
  const { signal } = stopping;
  const inProgress = new Set<Promise<void>>();

  const refresh = async (connection: string): Promise<void> => {
    try {
      const { id } = await deps.connections.open(connection);
      if (!signal.aborted) await applySuppressionList(deps, id, await deps.store.openCampaigns(id), signal);
    } catch (cause) {
      // The list was deleted with a connection that was removed during the sync.
      if (signal.aborted || isAppError(cause, "connection-unknown")) return;
      deps.log.error("suppression.refresh-failed", {}, cause);
    }
  };
  const idle = async (): Promise<void> => {
    await Promise.all(inProgress);
  };

  return {
    start(connection) {
      if (signal.aborted) return;
      const work = refresh(connection).finally(() => inProgress.delete(work));
      inProgress.add(work);
    },
    idle,
    async stop() {
      stopping.abort();
      await idle();
    },
  };
}
