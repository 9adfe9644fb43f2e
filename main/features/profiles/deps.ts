/** What the profiles need of their surroundings, and what their files share. */
import type { DnsAssignment, DnsUse } from "#contract/network-schemas.ts";
import type { RecordResolution } from "../../api/change-note.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Clock } from "../../hosts.ts";
import type { StoreClient } from "../../store/db.ts";
import type { Completeness } from "#contract/fleet.ts";
import type { profileQueries } from "./queries.ts";

export interface ProfileConnection {
  readonly id: number;
  readonly name: string;
  readonly api: ApiClient;
}

/** Which profiles the endpoints of the local copy use. */
export interface ProfileUse {
  counts(
    connection: string,
    signal: AbortSignal,
  ): Promise<{
    readonly profiles: readonly { readonly id: string; readonly name: string | undefined; readonly count: number }[];
    readonly without: number;
    readonly copy: Completeness;
  }>;
  byStatus(
    connection: string,
    profile: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly value: string; readonly label: string; readonly count: number }[]>;
  filterOf(profile: string): string;
}

export interface ProfileDeps {
  readonly store: StoreClient<typeof profileQueries>;
  readonly connections: {
    /** The current one when no name is given. Touches no network. */
    open(name?: string): Promise<ProfileConnection>;
  };
  readonly use: ProfileUse;
  /** Which DNS configuration profiles use, given what the service told of each; a profile that is missing is unknown. */
  readonly dnsUses: (
    connectionId: number,
    reported: ReadonlyMap<string, { readonly assignment: DnsAssignment; readonly asOf: number }>,
  ) => Promise<ReadonlyMap<string, DnsUse>>;
  /** Profiles whose DNS configuration was changed from here: known, whoever else knows of them. */
  readonly changedHere: (
    connectionId: number,
  ) => Promise<readonly { readonly id: string; readonly name: string | undefined; readonly at: number }[]>;
  /** A profile was created with this DNS configuration, or without one. */
  readonly onCreated: (
    connectionId: number,
    profile: { readonly id: string; readonly name: string; readonly dns: string | undefined; readonly at: number },
  ) => Promise<void>;
  readonly clock: Clock;
  /** Before a settlement is written down here: whoever has seen the call learns what came of it. */
  readonly recordResolution: RecordResolution;
  /** Profiles of a connection, or what is known of them, have changed. */
  readonly onChanged: (connection: string) => void;
}

/** How the audit knows a creation or change. */
export function workOf(change: number): string {
  return `profile ${change}`;
}
