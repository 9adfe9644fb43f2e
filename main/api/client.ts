/**
 * One connection to one service: every call passes here, so here live the token, the separator rule, the one shared renewal
 * after a 401, the governor's verdicts and the only retries there are (reads, a few, with back-off).
 */
import type { Clock, Log } from "../hosts.ts";
import { sleep } from "../wait.ts";
import { createCaller, createReadBudget, readTimeout } from "./caller.ts";
import type { ApiRequest, Authorizer, Call } from "./caller.ts";
import { createDialect } from "./dialect.ts";
import type { DialectMemory, DialectOptions, DialectState } from "./dialect.ts";
import { failureToError, throttledFor } from "./errors.ts";
import type { ApiFailure } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import type { Governor } from "./governor.ts";
import { createTransport } from "./transport.ts";
import type { Timeouts, Transport } from "./transport.ts";

export type { ApiRequest, Authorizer, Call, CallOptions } from "./caller.ts";
export type { Priority } from "./priority.ts";

export type CallFunction = (request: ApiRequest) => Promise<Call>;

export interface ReadRetries {
  /** Repetitions of a read after a lost connection or a 5xx, at most; default 2. */
  readonly afterLoss: number;
  /** Repetitions of a read after being throttled, at most; default 5. The governor does the waiting, 15 minutes in all at most. */
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
  readonly proxyUrl?: string;
  readonly timeouts?: Partial<Timeouts>;
  readonly readRetries?: Partial<ReadRetries>;
  /** A read that is not answered within this time, all repetitions together, fails with `read-timeout`. */
  readonly readTimeoutMs?: number | undefined;
  /** Sees every call: what it answers is called instead. */
  readonly around?: ((call: CallFunction) => CallFunction) | undefined;
  /** A wire to share, for one that signs in over the same sockets; made (and closed) by the client when left out. */
  readonly transport?: Transport;
}

export interface ApiClient {
  readonly baseUrl: string;
  readonly dialect: DialectState;
  /** One call, never repeated except once after a shared renewal of the token; never throws. */
  call(request: ApiRequest): Promise<Call>;
  /** A 2xx answer; reads are repeated within bounds, writes never. Throws `AppError` with the code of the failure. */
  request(request: ApiRequest): Promise<Answer>;
  /** Service clock minus ours in milliseconds (± 1 s), from `Date` headers; undefined until one was seen. */
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
      log.debug("api.read-again", { code: failure.code, losses, throttles });
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

/** Failures of a read that another attempt may not meet; names and certificates do not mend themselves in a second. */
function mayPass(failure: ApiFailure): boolean {
  if (failure.kind === "lost") return failure.code !== readTimeout;
  return failure.kind === "offline" && /^(connection-|connect-timeout|network-)/.test(failure.code);
}

/** A person does not wait for minutes behind a click, nor anything else for hours. */
const longestThrottleMs = { click: 10_000, other: 15 * 60_000 };

interface ThrottleLimit {
  /** Throws `throttled` where the service has asked everybody to wait longer than a read may in all; nothing is sent then. */
  check(): void;
  /** Whether the wait that a failure asks for is within the limit. */
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
      const { limitedBy, waitingMs } = governor.state();
      if (limitedBy !== "service" || waited() + waitingMs <= longestThrottleMs.other) return;
      throw failureToError(throttledFor(waitingMs, clock.now()));
    },
    allows: ({ kind, retryAfterMs = 0 }) => {
      if (priority === "click" && retryAfterMs > longestThrottleMs.click) return false;
      if (kind === "throttled") sinceMs ??= clock.monotonic();
      return waited() + retryAfterMs <= longestThrottleMs.other;
    },
  };
}
