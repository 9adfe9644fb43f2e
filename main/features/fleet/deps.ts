/** Dependencies of the fleet feature. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { ApiClient } from "../../core/api/client.ts";
import type { Clock, Files, Log } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { fleetQueries } from "./queries.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";

export type FleetStore = StoreClient<typeof fleetQueries>;

export interface FleetConnection {
  readonly id: number;
  readonly name: string;
  readonly api: ApiClient;
}

/** The part of the connections feature that the fleet uses. */
interface FleetConnections {
  /** The current connection when no name is passed. Makes no request. */
  open(name?: string): Promise<FleetConnection>;
  openById(id: number): Promise<FleetConnection>;
}

export interface FleetDeps {
  readonly store: FleetStore;
  readonly connections: FleetConnections;
  readonly clock: Clock;
  readonly log: Log;
  /** For which endpoints all events of a span were read. */
  readonly coverageOf: (
    connectionId: number,
    span: { readonly from: number; readonly until: number },
  ) => Promise<{ readonly all: boolean; readonly endpoints: readonly string[] }>;
  /** Rows of a collection, or its completeness, have changed. */
  readonly onChanged: (event: { readonly connection: string; readonly collection: Collection }) => void;
  readonly onProgress: (event: SyncProgress) => void;
  /** A sync has ended, with any outcome. */
  readonly onSyncEnded: (event: SyncEnd & { readonly connection: string; readonly collection: Collection }) => void;
  readonly onAudiencesChanged: (event: { readonly connection: string }) => void;
  /** Where exported files are saved. */
  readonly files: Files;
}

export interface SyncEnd {
  readonly outcome: "complete" | "partial" | "not-offered" | "cancelled" | "failed";
  readonly message?: CodedText;
}

/** Dependencies and helpers shared by the files of the fleet. */
export interface FleetTools extends FleetDeps {
  /** Builds indexes left over from a first sync that was interrupted; cheap when there are none. */
  readonly buildIndexes: () => Promise<void>;
}

export interface SyncRequest {
  readonly connection: FleetConnection;
  readonly collection: Collection;
  readonly signal: AbortSignal;
}

interface SyncProgress {
  readonly connection: string;
  readonly collection: Collection;
  /** Records read so far. */
  readonly done: number;
  readonly total?: number;
}
