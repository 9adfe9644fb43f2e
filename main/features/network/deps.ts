/** Dependencies of the feature, and how its handlers open a connection. */
import { AppError } from "#shared/failure.ts";
import type { ApiClient } from "../../core/api/client.ts";
import { pathId } from "../../core/api/inputs.ts";
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
  /** "profiles": profiles or DNS configurations, which show each other's use. "streams": streams or callbacks. */
  readonly onChanged: (connection: string, part: "profiles" | "streams") => void;
}

/** An open connection and the signal of a request, with the dependencies. */
export interface NetworkContext extends NetworkDeps {
  readonly connection: NetworkConnection;
  readonly signal: AbortSignal;
}

export interface NetworkRequest {
  /** Name of the connection; without one, the current connection. */
  readonly connection?: string;
  readonly signal: AbortSignal;
}

export async function openContext(
  deps: NetworkDeps,
  { connection: named, signal }: NetworkRequest,
): Promise<NetworkContext> {
  return { ...deps, connection: await deps.connections.open(named), signal };
}

/** Runs an operation that changes stored data, alone among those with the same key; without a key, at once. */
export async function runChange<T>(
  deps: NetworkDeps,
  { part, key, ...request }: NetworkRequest & { readonly part: "profiles" | "streams"; readonly key?: string },
  operation: (context: NetworkContext) => Promise<T>,
): Promise<T> {
  const context = await openContext(deps, request);
  const run = async (): Promise<T> => {
    try {
      return await operation(context);
    } finally {
      deps.onChanged(context.connection.name, part);
    }
  };
  return await (key === undefined ? run() : deps.journal.exclusive(context.connection, key, run));
}

/** Runs a change of one profile, alone among the changes of this profile. Throws `invalid-input` for an invalid id. */
export async function runProfileChange<T>(
  deps: NetworkDeps,
  { profile, ...request }: NetworkRequest & { readonly profile: string },
  operation: (context: NetworkContext) => Promise<T>,
): Promise<T> {
  pathId("profile", profile);
  return await runChange(deps, { ...request, part: "profiles", key: `profile ${profile}` }, operation);
}

/** For what must not be cancelled half-way: a write, and the reading that shows its outcome. */
export function uncancelled(context: NetworkContext): NetworkContext {
  return { ...context, signal: new AbortController().signal };
}

/** True when the service reports that there is no such object. */
export function isMissing(error: unknown): error is AppError {
  return error instanceof AppError && error.details?.["status"] === 404;
}
