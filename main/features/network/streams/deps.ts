/** Dependencies of the streams feature. */
import type { ApiClient } from "../../../core/api/client.ts";
import type { ChangeJournal, JournalConnection } from "../../../core/journal/journal.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { CachedList, Kind, streamQueries } from "./queries.ts";

export interface StreamConnection extends JournalConnection {
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
  readonly journal: ChangeJournal;
  readonly onChanged: (connection: string) => void;
}

/** A list as last read, and the creations from here. */
export async function loadCached(
  { store, journal }: Pick<StreamDeps, "store" | "journal">,
  { id, options }: JournalConnection,
  kind: Kind,
): Promise<CachedList> {
  const [cached, changes] = await Promise.all([store.load(id, kind), journal.list(id, [kind])]);
  const entries = changes.filter(({ state }) => state !== "rejected" && state !== "not-sent").toReversed();
  return { ...cached, entries, graceMs: options.reconcileAfterMs };
}
