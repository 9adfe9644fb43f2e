/**
 * Maps every failure of a call to a code of ours and to `accepted`: whether the service may have accepted the request.
 * The specification ("Errors") shows neither bodies nor status codes; the ones read here are in docs/service-facts.md#errors.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { AnswerHeaders, Answer } from "./exchange.ts";
import { isRecord, parseJson, readText } from "./json.ts";

/** `no`: certainly not accepted. `unknown`: possibly accepted. */
export type Accepted = "no" | "unknown";

/**
 * - `offline`: nothing reached the service · `lost`: the request was written, and no response gives its outcome
 * - `throttled`: rejected by a rate limit · `signed-out`: the token was rejected · `refused`: the service rejected this call
 * - `unexpected`: a response that is not this service's · `aborted`: stopped by Fleetdesk
 */
type FailureKind = "offline" | "lost" | "throttled" | "signed-out" | "refused" | "unexpected" | "aborted";

export interface ApiFailure {
  readonly kind: FailureKind;
  readonly code: string;
  readonly message: CodedText;
  /** The message of the service, unchanged. */
  readonly serviceMessage?: string;
  readonly accepted: Accepted;
  readonly status?: number;
  /** The error code of the service, such as 1405. */
  readonly serviceCode?: number;
  readonly retryAfterMs?: number;
  /** A page of a gateway, so not the service's own response. */
  readonly page?: true;
  /** The token was refreshed just before, and the call was rejected anyway. */
  readonly renewed?: true;
  readonly cause?: unknown;
}

/** The failure as an `AppError`; `details` carry `kind`, `accepted` and, where available, `status`, `serviceCode`, `serviceMessage`, `retryAfterMs`, `page`. */
export function failureToError(failure: ApiFailure): AppError {
  const { code, message, cause, ...details } = failure;
  return new AppError(code, message, { details, cause });
}

/** Whether the service accepted the call behind a thrown error; undefined when the error did not come from a call. */
export function acceptedOf(error: unknown): Accepted | undefined {
  if (!(error instanceof AppError)) return undefined;
  const accepted = error.details?.["accepted"];
  return accepted === "no" || accepted === "unknown" ? accepted : undefined;
}

/**
 * Whether a rejection is about the format of a field: 422, with the field in its message. Nothing was accepted then, so the other
 * format may be sent.
 */
export function rejectsField(
  { status, serviceMessage }: { readonly status?: unknown; readonly serviceMessage?: unknown },
  field: string,
): boolean {
  return status === 422 && typeof serviceMessage === "string" && serviceMessage.includes(field);
}

export interface ServiceError {
  readonly code?: number;
  readonly token?: string;
  readonly message?: string;
}

/**
 * The message in an error body: JSON with a code, JSON with only a message, problem details (RFC 9457), empty, or HTML
 * (docs/service-facts.md#errors).
 */
export function readServiceError(answer: Answer): ServiceError {
  if (answer.body.length === 0 || answer.body.length > 65_536) return {};
  let body: unknown;
  try {
    body = parseJson(new TextDecoder().decode(answer.body));
  } catch {
    return {};
  }
  if (!isRecord(body)) return {};
  const outer = [body["message"], body["title"], body["detail"]].map(readText);
  const inner = [body["errors"], body["validation"]].flatMap(readFieldErrors);
  const messages = [...outer, ...inner].filter((text): text is string => text !== undefined && text !== "");
  const code = Number(readText(body["error_code"]));
  const token = readText(body["error_token"]);
  return {
    code: Number.isInteger(code) && code > 0 ? code : undefined,
    token,
    message: messages.length === 0 ? undefined : [...new Set(messages)].join(" · ").slice(0, 500),
  };
}

/** Errors of single fields, each prefixed with the field where its message does not name it. */
function readFieldErrors(list: unknown): readonly (string | undefined)[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).map((one) => {
    const message = readText(one["message"]) ?? readText(one["detail"]);
    const location: unknown = Array.isArray(one["location"]) ? one["location"].at(-1) : undefined;
    const pointer = readText(one["pointer"])?.split("/").at(-1);
    const field = pointer ?? readText(one["field"]) ?? readText(location);
    const isNamed = field === undefined || field === "" || field === "body" || message?.includes(field) === true;
    return isNamed || message === undefined ? message : `${field}: ${message}`;
  });
}

/** Maps a response outside of 2xx. `now` is the wall clock, for a `Retry-After` that is a date. */
export function failureOfAnswer(answer: Answer, now: number): ApiFailure {
  const { status } = answer;
  const serviceError = readServiceError(answer);
  const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(answer.headers, now) : undefined;
  const details = {
    status,
    serviceCode: serviceError.code,
    serviceMessage: serviceError.message,
    retryAfterMs,
  };
  if (isThrottled(answer, serviceError)) {
    const until = retryAfterMs === undefined ? undefined : isoSecond(now + retryAfterMs);
    const message =
      until === undefined ? codedText("throttled", { status }) : codedText("throttled-until", { status, until });
    return { kind: "throttled", code: "throttled", message, accepted: "no", ...details };
  }
  if (status === 401) {
    const message =
      serviceError.message === undefined
        ? codedText("token-rejected")
        : codedText("token-rejected-reason", { reason: serviceError.message });
    return { kind: "signed-out", code: "sign-in-required", message, accepted: "no", ...details };
  }
  if (status === 407) {
    return offline("proxy-sign-in", codedText("proxy-sign-in"), undefined, details);
  }
  if (status >= 300 && status < 400) {
    // A redirect may follow a completed operation (303), and a gateway can add any of them after the service accepted the request.
    const message = codedText("redirected", { status });
    return { kind: "unexpected", code: "unexpected-redirect", message, accepted: "unknown", ...details };
  }
  const code = serviceError.code === undefined ? `http-${status}` : `service-${serviceError.code}`;
  if (status >= 500 || status === 408 || status === 499) {
    return {
      kind: "lost",
      code,
      message: statusText("service-failed", status, serviceError),
      accepted: "unknown",
      ...details,
    };
  }
  // A gateway may answer this after the service accepted the request. The network's edge rejects requests with a 403 (docs/service-facts.md#errors).
  if (isGatewayPage(answer)) {
    const message = codedText("status-with-page", { status });
    return { kind: "unexpected", code: "unexpected-answer", message, accepted: "unknown", ...details, page: true };
  }
  if (status >= 400) {
    return {
      kind: "refused",
      code,
      message: statusText("service-refused", status, serviceError),
      accepted: "no",
      ...details,
    };
  }
  const message = codedText("answer-unexpected", { status });
  return { kind: "unexpected", code: "unexpected-answer", message, accepted: "unknown", ...details };
}

/** A 2xx whose body cannot be the requested data: HTML of a sign-in page, truncated JSON. */
export function unexpectedAnswer(answer: Answer, cause?: unknown): ApiFailure {
  const message = codedText(isHtmlPage(answer) ? "answer-is-page" : "answer-unreadable");
  return { kind: "unexpected", code: "unexpected-answer", message, accepted: "unknown", status: answer.status, cause };
}

/** A request that is not sent because the service requested too long a wait. */
export function throttledFor(retryAfterMs: number, now: number): ApiFailure {
  const until = isoSecond(now + retryAfterMs);
  const message = until === undefined ? codedText("throttled-all") : codedText("throttled-all-until", { until });
  return { kind: "throttled", code: "throttled", message, accepted: "no", retryAfterMs };
}

/** ISO 8601 to the second, rounded up; undefined for a time out of range. */
function isoSecond(at: number): string | undefined {
  const time = new Date(Math.ceil(at / 1000) * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000", "");
}

/** HTML instead of data: a sign-in page of the network, an error page of a gateway. */
export function isHtmlPage(answer: Answer): boolean {
  return /^\s*</.test(new TextDecoder().decode(answer.body.subarray(0, 64)));
}

/** Whether an error is a page of a gateway. Many gateways answer a missing route with plain text, such as "404 page not found". */
function isGatewayPage(answer: Answer): boolean {
  const { status } = answer;
  if (status < 400 || status === 403) return false;
  return isHtmlPage(answer) || ((status === 404 || status === 405) && isPlainText(answer));
}

function isPlainText({ body }: Answer): boolean {
  const text = new TextDecoder().decode(body);
  if (text.trim() === "") return false;
  try {
    parseJson(text);
    return false;
  } catch {
    return true;
  }
}

function statusText(
  code: "service-failed" | "service-refused",
  status: number,
  { message: reason }: ServiceError,
): CodedText {
  return reason === undefined ? codedText(code, { status }) : codedText(`${code}-reason`, { status, reason });
}

/**
 * Whether the service rejected the request by a rate limit, before doing any of it. A 503 needs the service's own code: one with
 * only `Retry-After` can come from a gateway after the service accepted the request.
 */
function isThrottled(answer: Answer, serviceError: ServiceError): boolean {
  if (answer.status === 429) return true;
  if (answer.status !== 503) return false;
  return (
    serviceError.code === 1105 ||
    serviceError.token === "TooManyRequests" ||
    /throttl|toomanyrequests/i.test(headerText(answer.headers, "x-amzn-errortype") ?? "")
  );
}

export function headerText(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; undefined when absent or unreadable. */
export function readRetryAfter(headers: AnswerHeaders, now: number): number | undefined {
  const text = headerText(headers, "retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export function offline(
  code: string,
  message: CodedText,
  cause: unknown,
  details: { readonly status?: number } = {},
): ApiFailure {
  return { kind: "offline", code, message, accepted: "no", ...details, cause };
}
