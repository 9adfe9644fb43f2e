/** Dependencies of the quotas feature; `main/app/features.ts` provides them. */
import type { quotas } from "#shared/contract/quotas/quotas.ts";
import type { Handlers, Publish, TopicPayloads } from "#shared/contract/kit.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import type { Governor } from "../../core/api/governor.ts";
import type { Clock, Log } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { AuditProjection } from "../../core/journal/journal.ts";
import type { SendClock } from "../../core/wait.ts";
import type { EndpointDirectory, EndpointNames, SavedAudiences } from "../fleet/index.ts";
import type { QuotaQueries } from "./queries.ts";
import { codedText } from "#shared/texts/coded-text.ts";

/** The validated input of an operation, without what the handler resolves first. */
export type Input<N extends keyof Handlers<typeof quotas>, Without extends string = "connection"> = Omit<
  Parameters<Handlers<typeof quotas>[N]>[0],
  Without
>;

export type ReadOptions = CallOptions & { readonly signal: AbortSignal };

type QuotaStore = StoreClient<QuotaQueries>;

/** An open connection to one service. */
export interface QuotaConnection {
  readonly id: number;
  readonly name: string;
  readonly options: { readonly reconcileAfterMs: number };
  readonly api: ApiClient;
  readonly governor: Pick<Governor, "acquire" | "release" | "state">;
}

interface QuotaConnections {
  /** Opens the current connection when no name is given. */
  open(name?: string): Promise<QuotaConnection>;
  openById(id: number): Promise<QuotaConnection>;
}

export interface QuotaDeps {
  readonly store: QuotaStore;
  readonly connections: QuotaConnections;
  readonly directory: Pick<EndpointDirectory, "resolve" | "audience">;
  readonly names: Pick<EndpointNames, "of" | "attach">;
  readonly audiences: SavedAudiences;
  /** The filter of a saved view of endpoints. */
  readonly viewFilter: (connectionId: number, view: number) => Promise<string | undefined>;
  /** Names of connections by id, including those that cannot be opened now. */
  readonly connectionNames: () => Promise<ReadonlyMap<number, string>>;
  readonly clock: Clock;
  /**
   * Times of readings and of sending: their order and the grace period of an unknown outcome do not depend on the setting of the clock.
   */
  readonly sendClock: SendClock;
  readonly log: Log;
  readonly audit: AuditProjection;
  readonly publish: Publish<TopicPayloads<{ readonly quotas: typeof quotas }>>;
}

/**
 * The current connection: the same object while its options are unchanged. Throws where it was removed or leads to
 * another service.
 */
export async function requireCurrentConnection(
  { connections }: QuotaDeps,
  { id }: QuotaConnection,
): Promise<QuotaConnection> {
  return await connections.openById(id);
}

export const optionsChanged = codedText("quota-connection-changed");
