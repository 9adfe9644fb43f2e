/** Handlers of the connections contract. */
import { definedFields } from "#shared/defined-fields.ts";
import type { GovernorView, Reachability, connections } from "#shared/contract/connections/connections.ts";
import { sendRawRequest } from "../../core/api/raw-request.ts";
import type { OpenConnection } from "./gateway.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import {
  type CampaignQuestions,
  type ConnectDeps,
  assertChangeable,
  assertNoOpenCampaigns,
  connect,
} from "./connect.ts";
import { type ConnectionStore, describe, requireReconcileGrace } from "./connection-store.ts";
import type { keychain } from "#shared/contract/connections/keychain.ts";
import type { Log, SelectableKeychain } from "../../core/hosts.ts";

/** Reads and sends requests of the operator's own. */
type RawClient = Pick<OpenConnection, "api">;

interface ConnectionHandlerDeps extends ConnectDeps, DeleteConnectionDeps {
  readonly views: {
    governorView(name?: string): Promise<GovernorView>;
    reachability(name?: string): Promise<Reachability>;
    probe(name?: string): Promise<Reachability>;
    open(name?: string): Promise<RawClient>;
  };
  readonly onChanged: (connection: string) => void;
}

export function createConnectionHandlers(deps: ConnectionHandlerDeps): Handlers<typeof connections> {
  const { store, views, onChanged } = deps;
  return {
    connect: async (request, { signal }) => {
      const answer = await connect(deps, request, { signal });
      onChanged(answer.connection.name);
      return answer;
    },
    list: async () => ({ connections: (await store.all()).map(describe) }),
    use: async ({ connection }) => {
      await store.makeCurrent(connection);
      onChanged(connection);
      return {};
    },
    get: async ({ connection }) => describe(await store.find(connection)),
    setOptions: async ({ connection, options }) => {
      const before = await store.find(connection);
      const changed = { ...before.options, ...definedFields(options) };
      await assertChangeable(deps, before, { ...before, options: changed });
      requireReconcileGrace(before.baseUrl, changed);
      const now = await store.saveOptions(before.id, changed);
      await deps.onSaved(now, before);
      onChanged(now.name);
      return describe(now);
    },
    delete: async ({ connection }) => {
      await deleteConnection(deps, connection);
      onChanged(connection);
      return {};
    },
    governor: ({ connection }) => views.governorView(connection),
    reachability: ({ connection }) => views.reachability(connection),
    probe: async ({ connection }) => {
      const { id } = await store.find(connection);
      const reachability = await views.probe(connection);
      deps.campaigns.probeNow(id);
      return reachability;
    },
    request: async ({ connection, ...request }, { signal }) => {
      const { api } = await views.open(connection);
      return await sendRawRequest(api, request, signal);
    },
  };
}

interface KeychainDeps {
  readonly keychain: SelectableKeychain;
}

/** Handlers of the keychain contract: the protection of the tokens, and the choice of one where the system has no keychain. */
export function createKeychainHandlers({ keychain: activeKeychain }: KeychainDeps): Handlers<typeof keychain> {
  return {
    get: () => activeKeychain.status(),
    choose: (selection) => activeKeychain.choose(selection),
    unlock: ({ passphrase }) => activeKeychain.unlock(passphrase),
  };
}

// Removes a connection: its tokens, and what the features cache and save for it. The record of what was sent is preserved.

interface DeleteConnectionDeps {
  readonly store: ConnectionStore;
  readonly campaigns: CampaignQuestions;
  /** Ends the session and removes its tokens from the keychain, now or as soon as the keychain can be opened. */
  readonly endSession: (connectionId: number, vaultKey: string) => Promise<void>;
  /** Ends changes of quotas, then closes the API client. */
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
async function deleteConnection(deps: DeleteConnectionDeps, name: string): Promise<void> {
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
