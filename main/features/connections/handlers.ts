/** The connections page of the treaty. */
import type { connections, GovernorView, Reachability } from "#contract/connections.ts";
import type { Handlers } from "#contract/kit.ts";
import { connect } from "./connect.ts";
import type { ConnectParts } from "./connect.ts";
import { describe } from "./connection-book.ts";
import { forget } from "./forget.ts";
import type { ForgetParts } from "./forget.ts";
import { refuseWhileRunning } from "./in-use.ts";
import { requireReconcileGrace } from "./reconcile-grace.ts";

export interface ConnectionHandlerParts extends ConnectParts, ForgetParts {
  readonly views: {
    governorView(name?: string): Promise<GovernorView>;
    reachability(name?: string): Promise<Reachability>;
    probe(name?: string): Promise<Reachability>;
  };
  readonly onChanged: (connection: string) => void;
}

export function createConnectionHandlers(parts: ConnectionHandlerParts): Handlers<typeof connections> {
  const { book, views, onChanged } = parts;
  return {
    connect: async (request, { signal }) => {
      const answer = await connect(parts, request, { signal });
      onChanged(answer.connection.name);
      return answer;
    },
    list: async () => ({ connections: (await book.all()).map(describe) }),
    use: async ({ connection }) => {
      await book.makeCurrent(connection);
      onChanged(connection);
      return {};
    },
    get: async ({ connection }) => describe(await book.find(connection)),
    setOptions: async ({ connection, options }) => {
      const before = await book.find(connection);
      await refuseWhileRunning(parts.campaigns, before);
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      const changed = { ...before.options, ...given };
      requireReconcileGrace(before.baseUrl, changed);
      const now = await book.saveOptions(before.id, changed);
      await parts.onKept(now, before);
      onChanged(now.name);
      return describe(now);
    },
    forget: async ({ connection }) => {
      await forget(parts, connection);
      onChanged(connection);
      return {};
    },
    governor: ({ connection }) => views.governorView(connection),
    reachability: ({ connection }) => views.reachability(connection),
    probe: async ({ connection }) => {
      const { id } = await book.find(connection);
      const reachability = await views.probe(connection);
      parts.campaigns.probeNow(id);
      return reachability;
    },
  };
}
