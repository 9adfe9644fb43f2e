/** What the DNS configurations need of their surroundings. */
import type { Copy, DnsAssignment, EndpointCount, TouchedProfile } from "#contract/network-schemas.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { RecordResolution } from "../../api/change-note.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Clock } from "../../hosts.ts";
import type { AppError } from "../../failure.ts";
import type { StoreClient } from "../../store/db.ts";
import type { dnsQueries } from "./queries.ts";

export interface DnsConnection {
  readonly id: number;
  readonly name: string;
  readonly api: ApiClient;
}

export interface SurveyedProfile {
  readonly id: string;
  readonly name?: string | undefined;
  readonly count: number;
  readonly endpoints: EndpointCount;
  readonly usedCount?: TouchedProfile["usedCount"];
  /** What the service says of its DNS configuration, which is mostly nothing. */
  readonly reported: { readonly assignment: DnsAssignment; readonly asOf: number } | undefined;
}

export interface ProfileInventory {
  readonly profiles: readonly SurveyedProfile[];
  readonly copy: Copy;
  /** There are no others. */
  readonly isWhole: boolean;
  endpointCountOf(count: number): EndpointCount;
}

/** The slice of the profiles feature that is used here. */
export interface ProfileDirectory {
  /** Every profile that is known; touches no network. */
  loadInventory(connection: DnsConnection, signal: AbortSignal): Promise<ProfileInventory>;
  /** Asks the service; undefined where it has no detail. Throws `profile-unknown`. */
  readDetail(connection: DnsConnection, id: string, signal: AbortSignal): Promise<JsonRecord | undefined>;
  /** What a 404 or 405 to a change of this profile says: `profile-unknown` or `not-offered`. */
  explainAbsent(connection: DnsConnection, id: string, error: AppError): Promise<AppError>;
}

export interface DnsDeps {
  readonly store: StoreClient<typeof dnsQueries>;
  readonly connections: {
    /** The current one when no name is given. Touches no network. */
    open(name?: string): Promise<DnsConnection>;
  };
  readonly profiles: ProfileDirectory;
  readonly clock: Clock;
  /** Before a settlement is written down here: whoever has seen the call learns what came of it. */
  readonly recordResolution: RecordResolution;
  readonly onChanged: (connection: string) => void;
}

/** How the audit knows a creation or deletion of a configuration. */
export function workOfWrite(change: number): string {
  return `dns write ${change}`;
}

/** How the audit knows a change of what a profile uses. */
export function workOfChange(change: number): string {
  return `dns change ${change}`;
}
