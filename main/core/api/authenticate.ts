/** Sign-in (docs/service-facts.md#authentication). */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { readRecord } from "./bodies.ts";
import {
  type ApiFailure,
  failureOfAnswer,
  failureToError,
  isHtmlPage,
  readServiceError,
  unexpectedAnswer,
} from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { requireText } from "./inputs.ts";
import { readText } from "./json.ts";
import { failureOfLoss } from "./network-errors.ts";
import type { Transport } from "./transport.ts";
import type { Separator } from "./dialect.ts";

export type AuthenticateBody =
  | { readonly applicationToken: string }
  /** `password` as sent: portal accounts send its SHA-1 in hexadecimal. */
  | { readonly username: string; readonly password: string }
  | { readonly refreshToken: string };

export interface Tokens {
  readonly authToken: string;
  /** Missing for application tokens. */
  readonly refreshToken: string | undefined;
}

/**
 * Exchanges credentials for tokens in one call that is never repeated. Throws `AppError`:
 * `credentials-refused` (401 or 400/403/404: wrong, expired or used), `locked-out` (too many attempts), `mfa-required`,
 * `unexpected-answer` (a page of a gateway), and network codes. `details.accepted` is "unknown" when the response was lost: a refresh token may then be used up.
 */
export async function authenticate(
  transport: Transport,
  body: AuthenticateBody,
  signal?: AbortSignal,
): Promise<Tokens> {
  const result = await transport.exchange({
    method: "POST",
    path: "/api/v1/authenticate",
    headers: plainHeaders(true),
    body: JSON.stringify(wireBody(body)),
    signal,
  });
  if (result.kind === "lost")
    throw failureToError(failureOfLoss(result.error, result.started, transport.baseUrl.hostname));
  if (result.status < 200 || result.status >= 300) throw signInError(result, transport.serviceNow());
  const record = readRecord(result);
  const authToken = readText(record["auth_token"]);
  if (authToken === undefined || authToken === "") {
    if (record["mfa_token"] !== undefined) {
      throw new AppError("mfa-required", codedText("second-factor-required"), {
        details: { kind: "refused", accepted: "no", status: result.status },
      });
    }
    throw failureToError(unexpectedAnswer(result));
  }
  const refreshToken = readText(record["refresh_token"]);
  return { authToken, refreshToken: refreshToken === "" ? undefined : refreshToken };
}

function wireBody(body: AuthenticateBody): Record<string, string> {
  if ("applicationToken" in body) {
    return { application_token: requireText("applicationToken", body.applicationToken) };
  }
  if ("refreshToken" in body) return { refresh_token: requireText("refreshToken", body.refreshToken) };
  return { username: requireText("username", body.username), password: requireText("password", body.password) };
}

/** After three failed attempts the service blocks for five minutes with TooManyRequests, whatever the status (docs/service-facts.md#authentication). */
function signInError(answer: Answer, now: number): AppError {
  const failure = failureOfAnswer(answer, now);
  const serviceError = readServiceError(answer);
  const isBlocked = serviceError.code === 1105 || serviceError.token === "TooManyRequests";
  if (isBlocked || failure.kind === "throttled") {
    const message = codedText("locked-out");
    return failureToError({ ...failure, kind: "refused", code: "locked-out", message, accepted: "no" });
  }
  const { status } = answer;
  if (failure.page === true || ((status === 401 || status === 403) && isHtmlPage(answer))) {
    return failureToError(gatewayPage(failure, status));
  }
  if (failure.kind === "signed-out" || failure.kind === "refused") {
    const message =
      serviceError.message === undefined
        ? codedText("credentials-refused", { status })
        : codedText("credentials-refused-reason", { status, reason: serviceError.message });
    return failureToError({ ...failure, kind: "refused", code: "credentials-refused", message });
  }
  return failureToError(failure);
}

/** A page says nothing about the credentials. With 403, 404 and 405 gateways reject a request that they did not forward. */
function gatewayPage(failure: ApiFailure, status: number): ApiFailure {
  const isRejected = status === 403 || status === 404 || status === 405;
  const message = codedText("status-with-page", { status });
  const accepted = isRejected ? "no" : "unknown";
  return { ...failure, kind: "unexpected", code: "unexpected-answer", message, accepted, page: true };
}

// The headers of a call, built once per token and separator because a campaign sends them thousands of times.

/**
 * Specification, "Authentication" 1: "Bearer", a non-breaking space, the token. Headers are sent as latin1, so U+00A0
 * is the single byte 0xA0; services reject the UTF-8 pair C2 A0.
 */
export function authorizationValue(token: string, separator: Separator): string {
  return `Bearer${separator === "nbsp" ? "\u00a0" : " "}${token}`;
}

const userAgent = "Fleetdesk";

/** Headers of a call without Authorization. */
export function plainHeaders(withBody: boolean): string[] {
  const headers = ["accept", "application/json", "user-agent", userAgent];
  if (withBody) headers.push("content-type", "application/json");
  return headers;
}

interface CallHeaders {
  for(token: string, separator: Separator, withBody: boolean): string[];
}

export function createCallHeaders(): CallHeaders {
  let key = "";
  let separatorKey: Separator | undefined;
  let bare: string[] = [];
  let full: string[] = [];
  return {
    for: (token, separator, withBody) => {
      if (token !== key || separator !== separatorKey) {
        key = token;
        separatorKey = separator;
        const authorization = authorizationValue(token, separator);
        bare = ["authorization", authorization, ...plainHeaders(false)];
        full = ["authorization", authorization, ...plainHeaders(true)];
      }
      return withBody ? full : bare;
    },
  };
}
