/** Forgetting a connection: its tokens, its copy of the fleet, its views and audiences; what it sent stays on the record. */
import type { Log } from "../../hosts.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { assertNoOpenCampaigns } from "./in-use.ts";
import type { CampaignQuestions } from "./in-use.ts";

export interface ForgetDeps {
  readonly store: ConnectionStore;
  readonly campaigns: CampaignQuestions;
  /** Ends the session and takes its tokens out of the keychain, now or as soon as the keychain can be opened. */
  readonly endSession: (connectionId: number, vaultKey: string) => Promise<void>;
  /** Ends the client. */
  readonly onForgotten: (connectionId: number) => Promise<void>;
  /** What other features keep for a connection, by the connection's id. */
  readonly cleanupHooks: readonly ConnectionCleanup[];
}

/** Removes what one feature keeps for a connection; stops early when aborted. */
export type ConnectionCleanup = (connectionId: number, signal?: AbortSignal) => Promise<void>;

/**
 * Throws `connection-unknown` or `connection-in-use`. The connection leaves the list first: whatever dies after that leaves nothing
 * that could be used, and its tokens and rows belong to nobody, so that the next start removes them.
 */
export async function forget(deps: ForgetDeps, name: string): Promise<void> {
  const { store, campaigns, endSession, onForgotten, cleanupHooks } = deps;
  const connection = await store.find(name);
  await assertNoOpenCampaigns(campaigns, connection);
  await store.retire(connection.id);
  await onForgotten(connection.id);
  await endSession(connection.id, connection.vaultKey);
  for (const cleanup of cleanupHooks) await cleanup(connection.id);
}

/** Goes on, in the background, with what was left undone when the program ended; also for names that lead elsewhere now. */
export function forgetLeftovers(
  store: Pick<ConnectionStore, "retiredIds">,
  cleanupHooks: readonly ConnectionCleanup[],
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const goOn = async (): Promise<void> => {
    for (const id of await store.retiredIds()) {
      for (const cleanup of cleanupHooks) if (!stopping.signal.aborted) await cleanup(id, stopping.signal);
    }
  };
  const done = goOn().catch((cause: unknown) => log.error("connections.leftovers-kept", {}, cause));
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
