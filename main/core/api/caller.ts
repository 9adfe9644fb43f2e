/**
 * One call: a permit, a token, the exchange; after a 401 a change of the separator and one shared token refresh. Nothing else is repeated.
 *
 * Invariant: a request is repeated only after a response that proves it was not accepted (401).
 */
import { type CodedText, type TextCode, codedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import type { Clock, Log } from "../hosts.ts";
import { createCallHeaders } from "./authenticate.ts";
import { type DialectState, type Separator, otherSeparator } from "./dialect.ts";
import { type ApiFailure, failureOfAnswer } from "./errors.ts";
import type { Answer, Exchanged } from "./exchange.ts";
import type { Governor } from "./governor.ts";
import type { Priority } from "./priority.ts";
import { failureOfLoss } from "./network-errors.ts";
import type { Method, Transport, WireRequest } from "./transport.ts";
import { failureOfPage, failureOfWriteAnswer } from "./bodies.ts";
import type { JsonRecord } from "./json.ts";

/** Provides the tokens of a connection. */
export interface Authorizer {
  token(signal?: AbortSignal): Promise<string>;
  /** `rejected` was answered with 401: one refresh shared by all callers. Resolves to a newer token or throws `sign-in-required`. */
  renew(rejected: string, signal?: AbortSignal): Promise<string>;
  /** Epoch milliseconds when the current token was issued to Fleetdesk; decides whether a 401 may be about the separator. */
  issuedAt(): number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /** The audited change; set for calls that change something. */
  readonly note?: ChangeNote;
  /** See `WireRequest`. */
  readonly beforeWrite?: WireRequest["beforeWrite"];
}

export interface ApiRequest extends CallOptions {
  readonly method: Method;
  /** Path and query below the base address, percent-encoded. */
  readonly path: string;
  /** Request body as JSON text. */
  readonly body?: string;
  /** The caller already holds a permit of the governor. */
  readonly permitHeld?: boolean;
  /** Only a 201 or a response with the new id counts as accepted. */
  readonly mustCreate?: boolean;
  /** Prevents caches between Fleetdesk and the service from answering. */
  readonly uncached?: boolean;
  /** Shared by all attempts of one read. */
  readonly readBudget?: ReadBudget;
}

/** Milliseconds that a read may still wait for responses; waiting for a permit does not count. */
interface ReadBudget {
  leftMs: number;
}

/** A 2xx response, or the failure. A successful response to a write proves that it was accepted (`failureOfWriteAnswer`). */
export type Call =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: ApiFailure };

interface CallerSettings {
  readonly transport: Transport;
  readonly dialect: DialectState;
  readonly authorizer: Authorizer;
  readonly governor: Governor;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a read may wait for its response, all attempts included. */
  readonly readTimeoutMs?: number;
}

/** Code of a read that exceeded its time limit. */
export const readTimeout = "read-timeout";

/** A 401 for a token younger than this may be caused by the separator rather than by the token. */
const freshTokenMs = 60_000;

/** Creates the function that every call of a connection passes through; it never throws. */
export function createCaller(settings: CallerSettings): (request: ApiRequest) => Promise<Call> {
  const { transport, dialect, authorizer, governor, clock, log, readTimeoutMs } = settings;
  const headers = createCallHeaders();

  const exchange = createExchange(settings);

  const send = async (request: ApiRequest, token: string, separator: Separator): Promise<Call> => {
    const { method, path, body, signal, beforeWrite } = request;
    const callHeaders = headers.for(token, separator, body !== undefined);
    const allHeaders = request.uncached === true ? [...callHeaders, "cache-control", "no-cache"] : callHeaders;
    const written = body === undefined ? {} : { body };
    const wire: WireRequest = { method, path, headers: allHeaders, ...written, signal, beforeWrite };
    const result = await exchange(wire, request.readBudget);
    if (result === undefined) {
      const message = codedText("read-timeout", { seconds: (readTimeoutMs ?? 0) / 1000 });
      return { ok: false, failure: { kind: "lost", code: readTimeout, message, accepted: "unknown" } };
    }
    if (result.kind === "lost") {
      return { ok: false, failure: failureOfLoss(result.error, result.started, transport.baseUrl.hostname) };
    }
    if (result.status >= 200 && result.status < 300) {
      governor.succeeded();
      const unproven = request.method === "GET" ? failureOfPage(result) : failureOfWriteAnswer(request, result);
      return unproven === undefined ? { ok: true, answer: result } : { ok: false, failure: unproven };
    }
    const failure = failureOfAnswer(result, transport.serviceNow());
    // Any 503 slows the queue, including one that does not prove that the request was rejected.
    if (failure.kind === "throttled" || failure.status === 503) governor.throttled(failure.retryAfterMs);
    else if (failure.kind === "refused") governor.succeeded();
    return { ok: false, failure };
  };

  const sendDetectingSeparator = async (request: ApiRequest, token: string): Promise<Call> => {
    const { form, isConfirmed } = dialect.separator();
    const first = await send(request, token, form);
    if (isConfirmed) return first;
    if (provesSeparator(first)) {
      dialect.confirm("separator", form);
      return first;
    }
    if (!isSignedOut(first)) return first;
    const now = dialect.separator();
    const other = now.isConfirmed ? now.form : otherSeparator(form);
    const issuedAt = authorizer.issuedAt();
    const fresh = issuedAt !== undefined && Math.abs(clock.now() - issuedAt) <= freshTokenMs;
    if (other === form || (!fresh && !now.isConfirmed)) return first;
    await governor.acquire("auth");
    const second = await send(request, token, other);
    if (provesSeparator(second)) {
      dialect.confirm("separator", other);
      log.info("api.separator-detected", { separator: other });
    }
    return second;
  };

  /** A failure from here on may follow an acceptance, so it must never be reported as "not sent". */
  const attempt = async (request: ApiRequest, token: string): Promise<Call> => {
    try {
      return await sendDetectingSeparator(request, token);
    } catch (error) {
      log.error("api.call-failed", { method: request.method }, error);
      return { ok: false, failure: { ...internalFailure(error), kind: "lost", accepted: "unknown" } };
    }
  };

  return async (apiRequest) => {
    const request = { ...apiRequest, readBudget: apiRequest.readBudget ?? createReadBudget(apiRequest, readTimeoutMs) };
    try {
      if (request.permitHeld !== true) await governor.acquire(request.priority ?? "click", request.signal);
      const token = await authorizer.token(request.signal);
      const first = await attempt(request, token);
      if (!isSignedOut(first)) return first;
      const renewed = await authorizer.renew(token, request.signal);
      await governor.acquire("auth");
      const second = await attempt(request, renewed);
      if (second.ok || !isSignedOut(second)) return second;
      return { ok: false, failure: { ...second.failure, renewed: true } };
    } catch (error) {
      const failure = failureBeforeSending(error);
      if (failure.code === "internal") log.error("api.call-failed", { method: request.method }, error);
      return { ok: false, failure };
    }
  };
}

/** The exchange; undefined when a read has exhausted its budget. */
function createExchange({
  transport,
  clock,
  readTimeoutMs,
}: CallerSettings): (wire: WireRequest, budget: ReadBudget | undefined) => Promise<Exchanged | undefined> {
  return async (wire, budget) => {
    if (budget === undefined) return await transport.exchange(wire);
    const startedMs = clock.monotonic();
    const tooLong = new AbortController();
    const cancel = clock.after(Math.max(0, budget.leftMs), () => tooLong.abort());
    const signals = wire.signal === undefined ? [tooLong.signal] : [wire.signal, tooLong.signal];
    try {
      const signal = AbortSignal.any(signals);
      const result = await transport.exchange({ ...wire, signal, longestMs: readTimeoutMs });
      const isTimedOut = tooLong.signal.aborted && wire.signal?.aborted !== true;
      return isTimedOut && (result.kind === "lost" || result.broken !== undefined) ? undefined : result;
    } finally {
      cancel();
      budget.leftMs -= clock.monotonic() - startedMs;
    }
  };
}

/** Undefined for a write and for a read without a limit. */
export function createReadBudget({ method }: ApiRequest, readTimeoutMs: number | undefined): ReadBudget | undefined {
  return method !== "GET" || readTimeoutMs === undefined ? undefined : { leftMs: readTimeoutMs };
}

function isSignedOut(call: Call): boolean {
  return !call.ok && call.failure.kind === "signed-out";
}

/** A response that the service gives only to an authenticated caller. Gateways answer 403 to headers they cannot parse. */
function provesSeparator(call: Call): boolean {
  if (call.ok) return true;
  const { kind, status } = call.failure;
  return kind === "refused" && (status === 404 || status === 409 || status === 422);
}

/** The result of a call whose governor or authorizer failed: nothing was sent (or only a request that a 401 rejected). */
function failureBeforeSending(error: unknown): ApiFailure {
  if (isAppError(error, "aborted")) {
    return { kind: "aborted", code: "aborted", message: textOf(error), accepted: "no" };
  }
  if (!(error instanceof AppError)) return internalFailure(error);
  const { code } = error;
  const message = textOf(error);
  const kind = error.details?.["kind"];
  if (kind === "offline" || kind === "lost" || kind === "throttled") {
    return { kind: kind === "throttled" ? "throttled" : "offline", code, message, accepted: "no", cause: error };
  }
  return { kind: "signed-out", code, message, accepted: "no", cause: error };
}

function internalFailure(error: unknown): ApiFailure {
  return { kind: "offline", code: "internal", message: codedText("internal"), accepted: "no", cause: error };
}

// The audit note of a changing call: created by the caller, recorded where all calls pass.

export interface ChangeNote {
  readonly operation: TextCode;
  readonly target?: { readonly kind: string; readonly id: string };
  /** Values before and after, where they are available; never a secret. */
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
  /** The change that the call makes, as the journal or the feature stores it. */
  readonly change?: ChangeRef;
}

/** A link of the audit, as the audit created it; no other module reads it. */
export type AuditDraft = object;

/** A change that is about to be sent. The audit passes its links on, so that each is stored in one commit with what it reports. */
export interface ChangeRef {
  /** Stores the change and the link of its request, which returns its number. If it rejects, nothing may be sent. */
  begin(request: AuditDraft): Promise<number>;
  /** The link of the answer; stored with the ending of the change. */
  answered(answer: AuditDraft): void | Promise<void>;
}

/** The resolution of a call whose response was lost or had no id. */
export interface Resolution {
  readonly outcome: "done" | "not-done";
  /** Id of the created object. */
  readonly created?: string;
  /** What proves it. */
  readonly proof: CodedText;
}
