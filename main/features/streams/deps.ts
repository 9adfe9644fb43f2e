/** What data streams and API callbacks need of their surroundings. */
import type { RecordResolution } from "../../api/change-note.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Clock } from "../../hosts.ts";
import type { StoreClient } from "../../store/db.ts";
import type { streamQueries } from "./queries.ts";

export interface StreamConnection {
  readonly id: number;
  readonly name: string;
  readonly api: ApiClient;
}

export interface StreamDeps {
  readonly store: StoreClient<typeof streamQueries>;
  readonly connections: {
    /** The current one when no name is given. Touches no network. */
    open(name?: string): Promise<StreamConnection>;
  };
  /** Id of the organisation that is signed in, where its token tells. */
  readonly organisationOf: (connection: string) => Promise<string | undefined>;
  readonly clock: Clock;
  /** Before a settlement is written down here: whoever has seen the call learns what came of it. */
  readonly recordResolution: RecordResolution;
  readonly onChanged: (connection: string) => void;
}

/** How the audit knows a creation. */
export function workOf(entry: number): string {
  return `stream ${entry}`;
}
