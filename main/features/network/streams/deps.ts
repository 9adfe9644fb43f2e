/** Dependencies of the streams feature. */
import type { RecordResolution } from "../../../core/api/change-note.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import type { Clock } from "../../../core/hosts.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { streamQueries } from "./queries.ts";

export interface StreamConnection {
  readonly id: number;
  readonly name: string;
  readonly api: ApiClient;
}

export interface StreamDeps {
  readonly store: StoreClient<typeof streamQueries>;
  readonly connections: {
    /** Opens the current connection when no name is given. Touches no network. */
    open(name?: string): Promise<StreamConnection>;
  };
  /** Id of the organisation that is signed in, where its token contains the id. */
  readonly organisationOf: (connection: string) => Promise<string | undefined>;
  readonly clock: Clock;
  /** Called before a resolution is stored, so that the audit learns the outcome of the call. */
  readonly recordResolution: RecordResolution;
  readonly onChanged: (connection: string) => void;
}

/** Audit reference of a creation. */
export function workOf(entry: number): string {
  return `stream ${entry}`;
}
