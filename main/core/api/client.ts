/**
 * One connection to one service. Every call passes here, so this is the place of the token, the separator rule, the shared token refresh
 * after a 401, the governor's feedback and the only retries (of reads: a few, with back-off).
 */
import type { AppError } from "#shared/failure.ts";
import type { Clock, Log, ProxyResolver } from "../hosts.ts";
import { sleep } from "../wait.ts";
import { createCaller, createReadBudget, readTimeout, type ApiRequest, type Authorizer, type Call } from "./caller.ts";
import { createDialect, type DialectMemory, type DialectOptions, type DialectState } from "./dialect.ts";
import { failureToError, throttledFor, type ApiFailure } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import type { Governor } from "./governor.ts";
import { createTransport, type Timeouts, type Transport } from "./transport.ts";

export type { ApiRequest, Authorizer, Call, CallOptions } from "./caller.ts";

export type CallFunction = (request: ApiRequest) => Promise<Call>;

interface ReadRetries {
  /** Retries of a read after a lost connection or a 5xx, at most; default 2. */
  readonly afterLoss: number;
  /** Retries of a read after throttling, at most; default 5. The governor does the waiting, 15 minutes in total at most. */
  readonly afterThrottle: number;
  /** First back-off in milliseconds, doubled each time; default 250. */
  readonly baseDelayMs: number;
}

export interface ApiClientSettings {
  readonly baseUrl: string;
  readonly options: DialectOptions;
  readonly dialectMemory: DialectMemory;
  readonly authorizer: Authorizer;
  readonly governor: Governor;
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy?: ProxyResolver;
  readonly timeouts?: Partial<Timeouts>;
  readonly readRetries?: Partial<ReadRetries>;
  /** A read without a response within this time, all attempts included, fails with `read-timeout`. */
  readonly readTimeoutMs?: number;
  /** Wraps every call. */
  readonly around?: (call: CallFunction) => CallFunction;
  /** A transport to share, for a client that signs in over the same sockets; without it the client creates and closes its own. */
  readonly transport?: Transport;
}

export interface ApiClient {
  readonly baseUrl: string;
  readonly dialect: DialectState;
  /**
   * One call; repeated only after a 401: once with the other separator until it is known, and once after a shared token refresh. Never throws.
   */
  call(request: ApiRequest): Promise<Call>;
  /** A 2xx response; reads are retried within bounds, writes never. Throws `AppError` with the code of the failure. */
  request(request: ApiRequest): Promise<Answer>;
  /** Service clock minus local clock in milliseconds (± 1 s), from `Date` headers; undefined until one was received. */
  clockOffsetMs(): number | undefined;
  close(): Promise<void>;
}

export function createApiClient(settings: ApiClientSettings): ApiClient {
  const { clock, log, governor, authorizer } = settings;
  const transport = settings.transport ?? createTransport(settings);
  const dialect = createDialect(settings.options, settings.dialectMemory);
  const { readTimeoutMs } = settings;
  const caller = createCaller({ transport, dialect, authorizer, governor, clock, log, readTimeoutMs });
  const call = settings.around?.(caller) ?? caller;
  const retries: ReadRetries = { afterLoss: 2, afterThrottle: 5, baseDelayMs: 250, ...settings.readRetries };

  const request = async (apiRequest: ApiRequest): Promise<Answer> => {
    const readBudget = createReadBudget(apiRequest, readTimeoutMs);
    const throttle = createThrottleLimit(settings, apiRequest);
    for (let losses = 0, throttles = 0; ;) {
      throttle.check();
      const outcome = await call({ ...apiRequest, readBudget });
      if (outcome.ok) return outcome.answer;
      const { failure } = outcome;
      if (apiRequest.method !== "GET") throw failureToError(failure);
      if (!throttle.allows(failure)) throw failureToError(failure);
      if (failure.kind === "throttled" && throttles < retries.afterThrottle) {
        throttles += 1;
      } else if (mayPass(failure) && losses < retries.afterLoss) {
        await sleep(clock, retries.baseDelayMs * 2 ** losses, apiRequest.signal);
        losses += 1;
      } else {
        throw failureToError(failure);
      }
      log.debug("api.retry", { code: failure.code, losses, throttles });
    }
  };

  return {
    baseUrl: transport.baseUrl.origin + transport.baseUrl.prefix,
    dialect,
    call,
    request,
    clockOffsetMs: () => transport.clockOffsetMs(),
    close: async () => {
      if (settings.transport === undefined) await transport.close();
    },
  };
}

/** Read failures that may be transient; name resolution and certificates do not recover within a second. */
function mayPass(failure: ApiFailure): boolean {
  if (failure.kind === "lost") return failure.code !== readTimeout;
  return failure.kind === "offline" && /^(connection-|connect-timeout|network-)/.test(failure.code);
}

/** A click must not wait for minutes, and no other read for hours. */
const longestThrottleMs = { click: 10_000, other: 15 * 60_000 };

/** The error `throttled` where the service has requested a longer wait than a read may have in total. */
export function longWaitError(
  { governor, clock }: { readonly governor: Pick<Governor, "state">; readonly clock: Clock },
  waitedMs = 0,
): AppError | undefined {
  const { limitedBy, waitingMs } = governor.state();
  if (limitedBy !== "service" || waitedMs + waitingMs <= longestThrottleMs.other) return undefined;
  return failureToError(throttledFor(waitingMs, clock.now()));
}

interface ThrottleLimit {
  /** Throws `longWaitError`; nothing is sent then. */
  check(): void;
  /** Whether the wait that a failure requests is within the limit. */
  allows(failure: ApiFailure): boolean;
}

function createThrottleLimit(
  { governor, clock }: Pick<ApiClientSettings, "governor" | "clock">,
  { method, priority = "click", permitHeld = false }: ApiRequest,
): ThrottleLimit {
  let sinceMs: number | undefined;
  const waited = (): number => (sinceMs === undefined ? 0 : clock.monotonic() - sinceMs);
  return {
    check: () => {
      if (method !== "GET" || permitHeld) return;
      const error = longWaitError({ governor, clock }, waited());
      if (error !== undefined) throw error;
    },
    allows: ({ kind, retryAfterMs = 0 }) => {
      if (priority === "click" && retryAfterMs > longestThrottleMs.click) return false;
      if (kind === "throttled") sinceMs ??= clock.monotonic();
      return waited() + retryAfterMs <= longestThrottleMs.other;
    },
  };
}
