/** Removes a connection: its tokens, its cached fleet, its views and audiences. The record of what was sent is preserved. */
import type { Log } from "../../core/hosts.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { type CampaignQuestions, assertNoOpenCampaigns } from "./connect.ts";

export interface DeleteConnectionDeps {
  readonly store: ConnectionStore;
  readonly campaigns: CampaignQuestions;
  /** Ends the session and removes its tokens from the keychain, now or as soon as the keychain can be opened. */
  readonly endSession: (connectionId: number, vaultKey: string) => Promise<void>;
  /** Closes the API client. */
  readonly onDeleted: (connectionId: number) => Promise<void>;
  /** Remove what other features store for a connection, by its id. */
  readonly cleanupHooks: readonly ConnectionCleanup[];
}

/** Removes what one feature stores for a connection; stops early when aborted. */
export type ConnectionCleanup = (connectionId: number, signal?: AbortSignal) => Promise<void>;

/**
 * Throws `connection-unknown` or `connection-in-use`. The connection leaves the list first: a crash after that leaves nothing usable
 * behind, and the tokens and rows without an owner are removed at the next start.
 */
export async function deleteConnection(deps: DeleteConnectionDeps, name: string): Promise<void> {
  const { store, campaigns, endSession, onDeleted, cleanupHooks } = deps;
  const connection = await store.find(name);
  await assertNoOpenCampaigns(campaigns, connection);
  await store.retire(connection.id);
  await onDeleted(connection.id);
  await endSession(connection.id, connection.vaultKey);
  for (const cleanup of cleanupHooks) await cleanup(connection.id);
}

/** Resumes, in the background, cleanups that were interrupted when the program ended; also for names that now point to another service. */
export function resumeCleanups(
  store: Pick<ConnectionStore, "retiredIds">,
  cleanupHooks: readonly ConnectionCleanup[],
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const cleanUp = async (): Promise<void> => {
    for (const id of await store.retiredIds()) {
      for (const cleanup of cleanupHooks) if (!stopping.signal.aborted) await cleanup(id, stopping.signal);
    }
  };
  const done = cleanUp().catch((cause: unknown) => log.error("connections.cleanup-failed", {}, cause));
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
