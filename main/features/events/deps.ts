/** Dependencies of the events feature. */
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import type { HistoryItem } from "#shared/contract/events/events.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { ApiClient } from "../../core/api/client.ts";
import type { Clock, Files, Log } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
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
  /** Sources of an endpoint's history other than events. */
  readonly history: HistoryDeps;
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

type EndpointChange = Extract<HistoryItem, { readonly source: "change" }>["change"];

/** Messages and changes of an endpoint, provided by other features; in any order. */
interface HistoryDeps {
  messages(
    connectionId: number,
    endpoint: string,
  ): Promise<{
    readonly items: readonly { readonly at: number; readonly message: Message }[];
    /** Undefined: never requested from the service. */
    readonly read: { readonly asOf: number; readonly complete: boolean } | undefined;
  }>;
  changes(
    connectionId: number,
    endpoint: string,
  ): Promise<{
    readonly items: readonly EndpointChange[];
    /** The period covered by syncs, within which changes are known. */
    readonly span: { readonly from: number; readonly until: number } | undefined;
  }>;
}

const dayMs = 86_400_000;

/** The service keeps events for 30 days (docs/service-facts.md#limits): older events that it does not list are unknown, not missing. */
export const serviceRetentionMs = 30 * dayMs;
