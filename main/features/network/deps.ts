/** Dependencies of the feature, and how its handlers open a connection. */
import { AppError } from "#shared/failure.ts";
import type { ApiClient } from "../../core/api/client.ts";
import type { ChangeJournal, JournalConnection } from "../../core/journal/journal.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { ProfileUse } from "../fleet/index.ts";
import type { networkQueries } from "./queries.ts";

export interface NetworkConnection extends JournalConnection {
  readonly name: string;
  readonly api: ApiClient;
}

export interface NetworkDeps {
  readonly store: StoreClient<typeof networkQueries>;
  readonly connections: {
    /** Opens the current connection when no name is given. Touches no network. */
    open(name?: string): Promise<NetworkConnection>;
  };
  readonly use: ProfileUse;
  /** Id of the organisation that is signed in, where its token contains the id. */
  readonly organisationOf: (connection: string) => Promise<string | undefined>;
  readonly journal: ChangeJournal;
  /** Called when objects of a connection, or stored data about them, have changed. DNS configurations and profiles refer to each other. */
  readonly onChanged: (connection: string, part: "profiles" | "streams") => void;
}

/** Runs an operation that changes stored data, alone among those with the same key; without a key, at once. */
export async function runChange<T>(
  { connections, journal, onChanged }: Pick<NetworkDeps, "connections" | "journal" | "onChanged">,
  {
    named,
    part,
    key,
  }: { readonly named: string | undefined; readonly part: "profiles" | "streams"; readonly key?: string },
  operation: (connection: NetworkConnection) => Promise<T>,
): Promise<T> {
  const connection = await connections.open(named);
  const run = async (): Promise<T> => {
    try {
      return await operation(connection);
    } finally {
      onChanged(connection.name, part);
    }
  };
  return await (key === undefined ? run() : journal.exclusive(connection, key, run));
}

/** True when the service reports that there is no such object. */
export function isMissing(error: unknown): error is AppError {
  return error instanceof AppError && error.details?.["status"] === 404;
}

/** For what must not be cancelled half-way: a write, and the reading that shows its outcome. */
export function uncancelled(): AbortSignal {
  return new AbortController().signal;
}
