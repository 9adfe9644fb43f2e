/**
 * One connection to one service: every call passes here, so here live the token, the separator rule, the one shared renewal
 * after a 401, the governor's verdicts and the only retries there are (reads, a few, with back-off).
 */
import { AppError, isAppError } from "../failure.ts";
import type { Clock, Log } from "../hosts.ts";
import { sleep } from "../wait.ts";
import { createCallHeaders } from "./auth-header.ts";
import { createDialect, otherSeparator } from "./dialect.ts";
import type { DialectMemory, DialectOptions, DialectState, Separator } from "./dialect.ts";
import { failureOfAnswer, failureToError } from "./errors.ts";
import type { ApiFailure } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import type { Governor, Priority } from "./governor.ts";
import { failureOfLoss } from "./network-errors.ts";
import { createTransport } from "./transport.ts";
import type { Method, Timeouts, Transport } from "./transport.ts";

export type { Priority } from "./governor.ts";

/** Whoever keeps the tokens of a connection. */
export interface Authorizer {
  token(signal?: AbortSignal): Promise<string>;
  /** `rejected` was answered 401: one refresh shared by all callers. Resolves a newer token or throws `sign-in-required`. */
  renew(rejected: string, signal?: AbortSignal): Promise<string>;
  /** Epoch milliseconds when the current token was issued to us; the separator rule needs it. */
  issuedAt(): number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
}

export interface ApiRequest extends CallOptions {
  readonly method: Method;
  /** Path and query below the base address, percent-encoded. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** The caller holds a permit of the governor already. */
  readonly permitHeld?: boolean | undefined;
}

export interface ReadRetries {
  /** Repetitions of a read after a lost connection or a 5xx, at most; default 2. */
  readonly afterLoss: number;
  /** Repetitions of a read after being throttled, at most; default 5. The governor does the waiting. */
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
  /** A wire to share, for one that signs in over the same sockets; made (and closed) by the client when left out. */
  readonly transport?: Transport;
}

/** A 2xx answer, or why there is none. */
export type Call =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: ApiFailure };

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

/** A token this young that is refused may be refused for its separator rather than for itself. */
const freshTokenMs = 60_000;

export function createApiClient(settings: ApiClientSettings): ApiClient {
  const { clock, log, governor, authorizer } = settings;
  const transport = settings.transport ?? createTransport(settings);
  const dialect = createDialect(settings.options, settings.dialectMemory);
  const headers = createCallHeaders();
  const retries: ReadRetries = { afterLoss: 2, afterThrottle: 5, baseDelayMs: 250, ...settings.readRetries };

  const send = async (request: ApiRequest, token: string, separator: Separator): Promise<Call> => {
    const result = await transport.exchange({
      method: request.method,
      path: request.path,
      headers: headers.for(token, separator, request.body !== undefined),
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: request.signal,
    });
    if (result.kind === "lost") {
      return { ok: false, failure: failureOfLoss(result.error, result.started, transport.baseUrl.hostname) };
    }
    if (result.status >= 200 && result.status < 300) {
      governor.succeeded();
      return { ok: true, answer: result };
    }
    const failure = failureOfAnswer(result, transport.serviceNow());
    if (failure.kind === "throttled") governor.throttled(failure.retryAfterMs);
    else if (failure.kind === "refused") governor.succeeded();
    return { ok: false, failure };
  };

  const sendSettlingSeparator = async (request: ApiRequest, token: string): Promise<Call> => {
    const { form, settled } = dialect.separator();
    const first = await send(request, token, form);
    if (settled) return first;
    if (provesSeparator(first)) {
      dialect.settle("separator", form);
      return first;
    }
    if (!isSignedOut(first)) return first;
    const now = dialect.separator();
    const other = now.settled ? now.form : otherSeparator(form);
    const issuedAt = authorizer.issuedAt();
    const fresh = issuedAt !== undefined && clock.now() - issuedAt <= freshTokenMs;
    if (other === form || (!fresh && !now.settled)) return first;
    await governor.acquire("auth");
    const second = await send(request, token, other);
    if (provesSeparator(second)) {
      dialect.settle("separator", other);
      log.info("api.separator-settled", { separator: other });
    }
    return second;
  };

  const call = async (request: ApiRequest): Promise<Call> => {
    try {
      if (request.permitHeld !== true) await governor.acquire(request.priority ?? "click", request.signal);
      const token = await authorizer.token(request.signal);
      const first = await sendSettlingSeparator(request, token);
      if (!isSignedOut(first)) return first;
      const renewed = await authorizer.renew(token, request.signal);
      await governor.acquire("auth");
      return await sendSettlingSeparator(request, renewed);
    } catch (error) {
      const failure = failureBeforeSending(error);
      if (failure.code === "internal") log.error("api.call-failed", { method: request.method }, error);
      return { ok: false, failure };
    }
  };

  const request = async (wanted: ApiRequest): Promise<Answer> => {
    for (let losses = 0, throttles = 0; ;) {
      const outcome = await call(wanted);
      if (outcome.ok) return outcome.answer;
      const { failure } = outcome;
      if (wanted.method !== "GET") throw failureToError(failure);
      if (failure.kind === "throttled" && throttles < retries.afterThrottle && isWorthWaiting(failure, wanted)) {
        throttles += 1;
      } else if (mayPass(failure) && losses < retries.afterLoss) {
        await sleep(clock, retries.baseDelayMs * 2 ** losses, wanted.signal);
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

function isSignedOut(call: Call): boolean {
  return !call.ok && call.failure.kind === "signed-out";
}

/** An answer that the service gives only to a caller it has recognised. Gateways answer 403 to headers they cannot read. */
function provesSeparator(call: Call): boolean {
  if (call.ok) return true;
  const { kind, status } = call.failure;
  return kind === "refused" && (status === 404 || status === 409 || status === 422);
}

/** Failures of a read that another attempt may not meet; names and certificates do not mend themselves in a second. */
function mayPass(failure: ApiFailure): boolean {
  if (failure.kind === "lost") return true;
  return failure.kind === "offline" && /^(connection-|connect-timeout|network-)/.test(failure.code);
}

/** A person does not wait for minutes behind a click. */
function isWorthWaiting(failure: ApiFailure, request: ApiRequest): boolean {
  return (request.priority ?? "click") !== "click" || (failure.retryAfterMs ?? 0) <= 10_000;
}

/** What a failing governor or authorizer means for the call: nothing was sent (or only what a 401 threw away). */
function failureBeforeSending(error: unknown): ApiFailure {
  if (isAppError(error, "aborted")) {
    return { kind: "aborted", code: "aborted", message: error.message, accepted: "no" };
  }
  if (!(error instanceof AppError)) {
    const message = "Something went wrong inside Fleetdesk before the request was sent.";
    return { kind: "offline", code: "internal", message, accepted: "no", cause: error };
  }
  const { code, message } = error;
  const kind = error.details?.["kind"];
  if (kind === "offline" || kind === "lost" || kind === "throttled") {
    return { kind: kind === "throttled" ? "throttled" : "offline", code, message, accepted: "no", cause: error };
  }
  return { kind: "signed-out", code, message, accepted: "no", cause: error };
}
