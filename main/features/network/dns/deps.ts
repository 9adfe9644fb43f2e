/** Dependencies of the DNS feature. */
import type {
  CacheState,
  DnsAssignment,
  EndpointCount,
  AffectedProfile,
} from "#shared/contract/network/network-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import type { AppError } from "#shared/failure.ts";
import type { ChangeJournal, JournalConnection } from "../../../core/journal/journal.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { dnsQueries } from "./queries.ts";

export interface DnsConnection extends JournalConnection {
  readonly name: string;
  readonly api: ApiClient;
}

export interface InventoryProfile {
  readonly id: string;
  readonly name?: string;
  readonly count: number;
  readonly endpoints: EndpointCount;
  readonly usedCount?: AffectedProfile["usedCount"];
  /** The assignment reported by the service; the live service mostly reports none. */
  readonly reported: { readonly assignment: DnsAssignment; readonly asOf: number } | undefined;
}

export interface ProfileInventory {
  readonly profiles: readonly InventoryProfile[];
  readonly cache: CacheState;
  /** The list of the service was read: there are no other profiles. */
  readonly isWhole: boolean;
  endpointCountOf(count: number): EndpointCount;
}

/** The part of the profiles feature that DNS uses. */
export interface ProfileDirectory {
  /** All known profiles; touches no network. */
  loadInventory(connection: DnsConnection, signal: AbortSignal): Promise<ProfileInventory>;
  /** Reads the detail of a profile; undefined where the service offers none. Throws `profile-unknown`. */
  readDetail(connection: DnsConnection, id: string, signal: AbortSignal): Promise<JsonRecord | undefined>;
  /** Explains a 404 or 405 to a change of this profile: `profile-unknown` or `not-offered`. */
  explainAbsent(connection: DnsConnection, id: string, error: AppError): Promise<AppError>;
}

export interface DnsDeps {
  readonly store: StoreClient<typeof dnsQueries>;
  readonly connections: {
    /** Opens the current connection when no name is given. Touches no network. */
    open(name?: string): Promise<DnsConnection>;
  };
  readonly profiles: ProfileDirectory;
  readonly journal: ChangeJournal;
  readonly onChanged: (connection: string) => void;
}
