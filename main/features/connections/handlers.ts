/** The connections page of the treaty. */
import type { connections } from "#contract/connections.ts";
import type { Handlers } from "#contract/kit.ts";
import { connect } from "./connect.ts";
import type { ConnectParts } from "./connect.ts";
import { describe } from "./connection-book.ts";

export interface ConnectionHandlerParts extends ConnectParts {
  readonly onChanged: (connection: string) => void;
}

export function createConnectionHandlers(parts: ConnectionHandlerParts): Handlers<typeof connections> {
  const { book, onChanged } = parts;
  return {
    connect: async (request, { signal }) => {
      const answer = await connect(parts, request, signal);
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
  };
}
