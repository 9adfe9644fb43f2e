/** Handlers of the connections contract. */
import { definedFields } from "#shared/defined-fields.ts";
import type { connections, GovernorView, Reachability } from "#shared/contract/connections/connections.ts";
import { sendRawRequest } from "../../core/api/raw-request.ts";
import type { OpenConnection } from "./gateway.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { type ConnectDeps, assertChangeable, connect } from "./connect.ts";
import { describe, requireReconcileGrace } from "./connection-store.ts";
import { type DeleteConnectionDeps, deleteConnection } from "./delete-connection.ts";
import type { keychain } from "#shared/contract/connections/keychain.ts";
import type { SelectableKeychain } from "../../core/hosts.ts";

/** Reads and sends requests of the operator's own. */
type RawClient = Pick<OpenConnection, "api">;

export interface ConnectionHandlerDeps extends ConnectDeps, DeleteConnectionDeps {
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
      await assertChangeable(deps.campaigns, before, { ...before, options: changed });
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
