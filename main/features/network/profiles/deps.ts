/** Dependencies of the profiles feature, and types shared by its files. */
import type { DnsAssignment, DnsUse } from "#shared/contract/network/network-schemas.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import type { ChangeJournal, JournalConnection } from "../../../core/journal/journal.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { ProfileUse } from "../../fleet/index.ts";
import type { profileQueries } from "./queries.ts";

export interface ProfileConnection extends JournalConnection {
  readonly name: string;
  readonly api: ApiClient;
}

export interface ProfileDeps {
  readonly store: StoreClient<typeof profileQueries>;
  readonly connections: {
    /** Opens the current connection when no name is given. Touches no network. */
    open(name?: string): Promise<ProfileConnection>;
  };
  readonly use: ProfileUse;
  /** DNS assignments of profiles, given those that the service reported; a missing profile is unknown. */
  readonly dnsUses: (
    connectionId: number,
    reported: ReadonlyMap<string, { readonly assignment: DnsAssignment; readonly asOf: number }>,
  ) => Promise<ReadonlyMap<string, DnsUse>>;
  /** Profiles whose DNS configuration was changed here; they are listed even if no other source has them. */
  readonly changedHere: (
    connectionId: number,
  ) => Promise<readonly { readonly id: string; readonly name: string | undefined; readonly at: number }[]>;
  readonly journal: ChangeJournal;
  /** Called when profiles of a connection, or stored data about them, have changed. */
  readonly onChanged: (connection: string) => void;
}
