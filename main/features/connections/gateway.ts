/** Opens connections: one API client and one governor each, created on first use. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { ConnectionOptions, GovernorView, Reachability } from "#shared/contract/connections/connections.ts";
import { type ApiClient, type Authorizer, type CallFunction, createApiClient } from "../../core/api/client.ts";
import { type Governor, type Priority, createGovernor } from "../../core/api/governor.ts";
import { createRateBudget, type RateBudget } from "../../core/api/rate-budget.ts";
import { type Transport, createTransport } from "../../core/api/transport.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock, Log, ProxyResolver } from "../../core/hosts.ts";
import type { ConnectionStore, ConnectionRecord } from "./connection-store.ts";
import type { ServiceState } from "./reachability.ts";
import { isSameService } from "./same-service.ts";

export interface OpenConnection {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  /** As last saved. */
  readonly options: ConnectionOptions;
  readonly api: ApiClient;
  readonly governor: Governor;
}

/** Derives the state of the services from their answers; every transport is wrapped by it. */
interface ReachabilityMonitor {
  watch(wire: Transport): Transport;
  of(baseUrl: string): ServiceState;
  probe(baseUrl: string): Promise<void>;
}

export interface GatewaySettings {
  readonly store: ConnectionStore;
  readonly authorizer: (connectionId: number, baseUrl: string) => Authorizer;
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy: ProxyResolver;
  readonly reachability: ReachabilityMonitor;
  readonly onGovernorChanged: (connection: string) => void;
  /** Timeout for reads, in milliseconds; the transport's own limits when missing. */
  readonly readTimeoutMs?: number;
  /** Wraps every call of a connection; `owner` returns the connection as saved at that moment. Undefined: calls are not watched. */
  readonly watchCalls?: (owner: () => ConnectionRecord, call: CallFunction) => CallFunction;
}

export class ConnectionGateway {
  readonly #settings: GatewaySettings;
  readonly #open = new Map<number, Promise<OpenConnection>>();
  /** Open connections, as last saved. */
  readonly #owners = new Map<number, ConnectionRecord>();
  /** Limits of the service hold for the next client of a connection, too. */
  readonly #budgets = new Map<number, { readonly baseUrl: string; readonly rateBudget: RateBudget }>();
  #stopped = false;

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
  }

  /** The current connection when no name is given; always the same object for one connection. Throws `no-connection` or `connection-unknown`. */
  async open(name?: string): Promise<OpenConnection> {
    return this.#opened(await this.#settings.store.find(name));
  }

  /** Throws `connection-changed` when the connection's name now points to another service. */
  async openById(id: number): Promise<OpenConnection> {
    return this.#opened(await this.#settings.store.byId(id));
  }

  /** State of the request budget; a connection that was not used yet has used nothing. */
  async governorView(name?: string): Promise<GovernorView> {
    const { name: connection, governor } = await this.open(name);
    const { ceiling, waitingMs, reason, limitedBy, reserve } = governor.state();
    return {
      connection,
      ceiling,
      waitingMs,
      reason,
      limitedBy,
      reserve,
    };
  }

  /** Opens nothing: whether a service answers is learned from calls made for other reasons. */
  async reachability(name?: string): Promise<Reachability> {
    const { store, reachability } = this.#settings;
    const connection = await store.find(name);
    return { connection: connection.name, ...reachability.of(connection.baseUrl) };
  }

  /** Sends a probe to the service of a connection now. */
  async probe(name?: string): Promise<Reachability> {
    const { baseUrl } = await this.open(name);
    await this.#settings.reachability.probe(baseUrl);
    return this.reachability(name);
  }

  /** Closes the client of a connection that is being removed. */
  closeClient(id: number): Promise<void> {
    this.#budgets.delete(id);
    return this.#close(id);
  }

  /** Called after a connection was saved: another service or other options need a new client; a new sign-in alone does not. */
  async saved(now: ConnectionRecord, before: ConnectionRecord | undefined): Promise<void> {
    if (this.#owners.has(now.id)) this.#owners.set(now.id, now);
    if (before === undefined || (now.id === before.id && isSameService(now, before))) return;
    await this.#close(before.id);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  #opened(connection: ConnectionRecord): Promise<OpenConnection> {
    if (this.#stopped) return Promise.reject(new AppError("stopped", codedText("connections-closing")));
    const existing = this.#open.get(connection.id);
    if (existing !== undefined) return existing;
    const opening = this.#make(connection).catch((error: unknown) => {
      this.#open.delete(connection.id);
      throw error;
    });
    this.#open.set(connection.id, opening);
    return opening;
  }

  async #make(connection: ConnectionRecord): Promise<OpenConnection> {
    const { store, authorizer, clock, log, proxy, reachability, onGovernorChanged, readTimeoutMs, watchCalls } =
      this.#settings;
    const { id, name, baseUrl, options } = connection;
    const { ceiling } = options;
    const rateBudget = this.#rateBudget(connection);
    const governor = watchGovernor(createGovernor({ ceiling, clock, log, rateBudget }), clock, () =>
      onGovernorChanged(name),
    );
    const wire = createTransport({ baseUrl, clock, log, proxy });
    const transport = reachability.watch(wire);
    this.#owners.set(id, connection);
    const owner = (): ConnectionRecord => this.#owners.get(id) ?? connection;
    const api = createApiClient({
      baseUrl,
      options,
      dialectMemory: {
        load: () => connection.dialect,
        save: (dialect) => {
          store
            .saveDialect(id, baseUrl, dialect)
            .catch((cause: unknown) => log.error("connections.dialect-not-saved", { id }, cause));
        },
      },
      authorizer: authorizer(id, baseUrl),
      governor,
      clock,
      log,
      transport,
      readTimeoutMs,
      around: (call) => rejectChanges(owner, watchCalls?.(owner, call) ?? call),
    });
    const close = async (): Promise<void> => {
      await api.close();
      await transport.close();
    };
    return {
      id,
      name,
      baseUrl,
      get options() {
        return owner().options;
      },
      api: { ...api, close },
      governor,
    };
  }

  #rateBudget({ id, baseUrl, options: { ceiling } }: ConnectionRecord): RateBudget {
    const former = this.#budgets.get(id);
    const rateBudget =
      former?.baseUrl === baseUrl
        ? former.rateBudget.withCeiling(ceiling, this.#settings.clock.monotonic())
        : createRateBudget(ceiling);
    this.#budgets.set(id, { baseUrl, rateBudget });
    return rateBudget;
  }

  async #close(id: number): Promise<void> {
    const opening = this.#open.get(id);
    this.#open.delete(id);
    this.#owners.delete(id);
    if (opening === undefined) return;
    const opened = await opening.catch(() => undefined);
    if (opened === undefined) return;
    try {
      await opened.api.close();
    } finally {
      // After the transport, so that requests that waited for a permit find it closed instead of being written at once.
      opened.governor.close();
    }
  }
}

/**
 * Nothing that changes the service leaves through a read-only connection, whoever asks, also when it became read-only while the request
 * waited for a permit. The kind is that of a missing session, which pauses bulk work and marks no recipient as rejected.
 */
function rejectChanges(owner: () => ConnectionRecord, call: CallFunction): CallFunction {
  const isReadOnly = (): boolean => owner().options.readOnly;
  const rejected = (): Awaited<ReturnType<CallFunction>> => {
    const message = codedText("connection-read-only", { name: owner().name });
    return { ok: false, failure: { kind: "signed-out", code: "connection-read-only", message, accepted: "no" } };
  };
  return async (request) => {
    if (request.method === "GET") return await call(request);
    if (isReadOnly()) return rejected();
    let isRejected = false;
    const beforeWrite = (): Promise<void> | undefined => {
      isRejected = isReadOnly();
      return isRejected ? Promise.reject(new Error("read-only")) : request.beforeWrite?.();
    };
    const outcome = await call({ ...request, beforeWrite });
    return isRejected && !outcome.ok && outcome.failure.accepted === "no" ? rejected() : outcome;
  };
}

// A governor that notifies its state: the rate and the time to wait change while requests are sent, without a change of the reason.
// Invariant: the timer runs only after a request was sent, for one second at a time.

const notifyEveryMs = 1000;

/** Calls `onChanged` when the reason to wait changes, once a second while requests are sent, and once more when that ends. */
export function watchGovernor(governor: Governor, clock: Clock, onChanged: () => void): Governor {
  /** A request was sent since the timer started. */
  let isUsed = false;
  let cancel: (() => void) | undefined;
  let closed = false;

  const schedule = (): void => {
    isUsed = false;
    cancel = clock.after(notifyEveryMs, () => {
      cancel = undefined;
      onChanged();
      if (isUsed && !closed) schedule();
    });
  };
  const acquireUpTo = async (priority: Priority, max: number, signal?: AbortSignal): Promise<number> => {
    const permits = await governor.acquireUpTo(priority, max, signal);
    isUsed = true;
    if (cancel === undefined && !closed) schedule();
    return permits;
  };
  governor.onChange(onChanged);
  return {
    ...governor,
    acquireUpTo,
    acquire: async (priority, signal) => {
      await acquireUpTo(priority, 1, signal);
    },
    close: () => {
      closed = true;
      cancel?.();
      governor.close();
    },
  };
}
