/** What campaigns need from the rest of the core; `main/app.ts` introduces them. */
import type { ConnectionOptions } from "#contract/connections.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Governor } from "../../api/governor.ts";
import type { Clock, Log } from "../../hosts.ts";
import type { RecipientDirectory } from "./planning/plan.ts";
import type { LeaseHolder } from "./ledger/queries-lease.ts";
import type { CampaignStore } from "./ledger/sqlite-ledger.ts";

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

export type CampaignTopic = "campaigns.changed" | "campaigns.progress" | "campaigns.planProgress";

export interface CampaignDeps {
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: LeaseHolder;
  readonly connections: CampaignConnections;
  readonly directory: RecipientDirectory;
  readonly publish: (topic: CampaignTopic, payload: unknown) => void;
}
