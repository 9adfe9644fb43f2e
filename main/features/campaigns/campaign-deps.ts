/** What campaigns need from the rest of the core; `main/app.ts` introduces them. */
import type { ConnectionOptions } from "#contract/connections.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Governor } from "../../api/governor.ts";
import type { Clock, Files, Log, SendMarks } from "../../hosts.ts";
import type { SessionFacts } from "./planning/session-lifetime.ts";
import type { CachedEndpoint, RecipientDirectory } from "./planning/plan.ts";
import type { LeaseHolder } from "./ledger/queries-lease.ts";
import type { CampaignStore } from "./ledger/sqlite-ledger.ts";
import type { OnList } from "./watching/hand-on.ts";

/** An open way to one service. */
export interface CampaignConnection {
  readonly id: number;
  readonly name: string;
  readonly options: ConnectionOptions;
  readonly api: ApiClient;
  readonly governor: Governor;
}

export interface CampaignConnections {
  /** The current connection when none is named. */
  open(name?: string): Promise<CampaignConnection>;
  openById(id: number): Promise<CampaignConnection>;
  /** Names by id, also of connections that cannot be opened now. */
  names(): Promise<ReadonlyMap<number, string>>;
}

/** Endpoints by name, from the local copy. */
export interface EndpointNames {
  of(connectionId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of endpoints whose name holds a text; a bounded number of them. */
  holding(connectionId: number, text: string): Promise<readonly string[]>;
}

/** How endpoints were at a moment. */
export interface EndpointPast {
  /** Whether all that happened since a moment is still known. */
  covers(connectionId: number, at: number): Promise<boolean>;
  /** Those that are not as they were, in id order; undefined where the local copy did or does not have them. */
  changedSince(
    connectionId: number,
    at: number,
    signal: AbortSignal,
  ): AsyncIterable<
    readonly {
      readonly id: string;
      readonly before: CachedEndpoint | undefined;
      readonly now: CachedEndpoint | undefined;
    }[]
  >;
}

/** Kept audiences of the fleet. */
export interface SavedAudiences {
  /** Undefined where the connection has no audience of this number. */
  find(
    connectionId: number,
    audience: number,
  ): Promise<{ readonly name: string; members(signal: AbortSignal): AsyncIterable<readonly string[]> } | undefined>;
}

export type CampaignTopic =
  | "drafts.changed"
  | "suppression.changed"
  | "planning.preflightProgress"
  | "campaigns.changed"
  | "campaigns.progress"
  | "campaigns.planProgress"
  | "campaigns.recallProgress"
  | "campaigns.watched"
  | "campaigns.notice";

export interface CampaignDeps {
  readonly store: CampaignStore;
  readonly clock: Clock;
  /** Due times of look-ups; see `steadyTime`. */
  readonly steadyNow: () => number;
  readonly log: Log;
  readonly holder: LeaseHolder;
  readonly marks: SendMarks;
  /** Throws "data-dir-gone" where the data directory is not in its place any more. */
  readonly requireDataDir: () => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly connections: CampaignConnections;
  readonly directory: RecipientDirectory;
  readonly names: EndpointNames;
  readonly audiences: SavedAudiences;
  readonly past: EndpointPast;
  /** The session of a connection, as it is now; asks nobody. */
  readonly sessionOf: (connection: string) => Promise<SessionFacts>;
  /** The filter of a connection's saved view of endpoints; undefined when it is no longer there. */
  readonly viewFilter: (connectionId: number, view: number) => Promise<string | undefined>;
  /** Where a person's file goes, or comes from. */
  readonly files: Files;
  /** The program stays: campaigns that wait for their time are started by it. */
  readonly keepAlive?: boolean;
  /** An endpoint's SMS list was read. */
  readonly onList?: OnList;
  /** Ids of SMS that the cache has of an endpoint, submitted since a moment (epoch milliseconds) and not cancelled. */
  readonly listedIds: (connectionId: number, endpoint: string, since: number) => Promise<readonly string[]>;
  /** Something of our own messages to an endpoint is known better. */
  readonly onEndpoint?: (connectionId: number, endpoint: string) => Promise<void>;
  readonly publish: (topic: CampaignTopic, payload: unknown) => void;
}
