/** Dependencies of the campaigns feature; `main/app/features.ts` provides them. */
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { drafts } from "#shared/contract/campaigns/drafts.ts";
import type { planning } from "#shared/contract/campaigns/planning.ts";
import type { suppression } from "#shared/contract/campaigns/suppression.ts";
import type { Publish, TopicPayloads } from "#shared/contract/kit.ts";
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import type { ApiClient } from "../../core/api/client.ts";
import type { Governor } from "../../core/api/governor.ts";
import type { Clock, Files, Log, SendMarks } from "../../core/hosts.ts";
import type { EndpointDirectory, EndpointNames, EndpointPast, SavedAudiences } from "../fleet/index.ts";
import type { LeaseHolder } from "./ledger/queries-lease.ts";
import type { CampaignStore } from "./ledger/sqlite-ledger.ts";
import type { OnList } from "./watching/read-list.ts";

/** An open connection with its client and rate governor. */
export interface CampaignConnection {
  readonly id: number;
  readonly name: string;
  readonly options: ConnectionOptions;
  readonly api: ApiClient;
  readonly governor: Governor;
}

interface CampaignConnections {
  /** Opens the named connection, or the current one by default. */
  open(name?: string): Promise<CampaignConnection>;
  openById(id: number): Promise<CampaignConnection>;
  /** Names by id, including connections that cannot be opened now. */
  names(): Promise<ReadonlyMap<number, string>>;
}

/** Facts about a session. */
export type SessionExpiry = Pick<
  SessionState,
  "state" | "reason" | "message" | "kind" | "authExpiresAt" | "refreshExpiresAt"
>;

/** The contracts whose topics the feature publishes. */
type Contracts = {
  readonly campaigns: typeof campaigns;
  readonly drafts: typeof drafts;
  readonly planning: typeof planning;
  readonly suppression: typeof suppression;
};

export interface CampaignDeps {
  readonly store: CampaignStore;
  readonly clock: Clock;
  /** Clock for due times of look-ups; see `steadyTime`. */
  readonly steadyNow: () => number;
  readonly log: Log;
  readonly holder: LeaseHolder;
  readonly marks: SendMarks;
  /** Throws "data-dir-gone" where the data directory is no longer at its path. */
  readonly requireDataDir: () => Promise<void>;
  /** Random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly connections: CampaignConnections;
  readonly directory: EndpointDirectory;
  readonly names: EndpointNames;
  readonly audiences: SavedAudiences;
  readonly past: EndpointPast;
  /** The current session of a connection, from local state; makes no request. */
  readonly sessionOf: (connection: string) => Promise<SessionExpiry>;
  /** The filter of a connection's saved endpoint view; undefined when the view no longer exists. */
  readonly viewFilter: (connectionId: number, view: number) => Promise<string | undefined>;
  /** Dialogs for the files that an operator saves or opens. */
  readonly files: Files;
  /** The process is long-lived, so it starts campaigns that wait for their time. */
  readonly keepAlive?: boolean;
  /** Called when an endpoint's SMS list was read. */
  readonly onList?: OnList;
  /** Ids of an endpoint's SMS in the cache, submitted since a moment (epoch milliseconds) and not cancelled. */
  readonly listedIds: (connectionId: number, endpoint: string, since: number) => Promise<readonly string[]>;
  /** Senders used over a connection, in campaigns and single messages, the last one first. */
  readonly senders: (connectionId: number) => Promise<readonly string[]>;
  /** Called when the outcome, delivery or reply of our messages to an endpoint changed. */
  readonly onEndpoint?: (connectionId: number, endpoint: string) => Promise<void>;
  readonly publish: Publish<TopicPayloads<Contracts>>;
}
