/** Dependencies of the events feature. */
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import type { ApiClient } from "../../core/api/client.ts";
import type { Clock, Files, Log } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { EndpointChanges } from "../fleet/index.ts";
import type { MessageHistory } from "../messages/index.ts";
import type { eventQueries } from "./queries.ts";

type EventStore = StoreClient<typeof eventQueries>;

export interface EventConnection {
  readonly id: number;
  readonly name: string;
  readonly api: ApiClient;
}

export interface EventDeps {
  readonly store: EventStore;
  readonly connections: {
    /** The current connection when no name is passed. Makes no request. */
    open(name?: string): Promise<EventConnection>;
    openById(id: number): Promise<EventConnection>;
  };
  /** Sources of an endpoint's history other than events; each in any order. */
  readonly history: {
    readonly messages: (connectionId: number, endpoint: string) => Promise<MessageHistory>;
    readonly changes: EndpointChanges["of"];
  };
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
  readonly onAdded: (news: { readonly connection: string; readonly scope: EventScope; readonly count: number }) => void;
  readonly onFollowChanged: (news: {
    readonly connection: string;
    readonly scope: EventScope;
    readonly lease: string;
  }) => void;
}

/** For what adds events: publishes that, and keeps the limits of the cache. */
export type LiveDeps = Omit<EventDeps, "onAdded"> & {
  readonly onAdded: (...news: Parameters<EventDeps["onAdded"]>) => Promise<void>;
};

const dayMs = 86_400_000;

/** The service keeps events for 30 days (docs/service-facts.md#limits): older events that it does not list are unknown, not missing. */
export const serviceRetentionMs = 30 * dayMs;
