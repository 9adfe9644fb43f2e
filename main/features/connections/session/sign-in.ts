/** One call of the authenticate operation, and all of its outcomes. Nothing here retries. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import { type AuthenticateBody, type Tokens as ApiTokens, authenticate } from "../../../core/api/authenticate.ts";
import { AppError, isAppError, toFailure, assertNever } from "#shared/failure.ts";
import { type TokenAnswer, type Tokens, applicationTokens, userTokens } from "./tokens.ts";
import type { Problem } from "./session-record.ts";
import type { Clock, Log, ProxyResolver } from "../../../core/hosts.ts";
import { type Transport, createTransport } from "../../../core/api/transport.ts";

export type Credentials =
  | { readonly kind: "application-token"; readonly applicationToken: string }
  | { readonly kind: "user"; readonly username: string; readonly password: string; readonly portal: boolean };

/** The call as made by `main/core/api/authenticate.ts`, over a transport of its own; throws the same errors. */
export type Authenticate = (
  baseUrl: string,
  body: AuthenticateBody,
  signal: AbortSignal | undefined,
  /** The connection that signs in; without an id until it is saved. */
  subject?: {
    readonly id?: number;
    readonly name: string;
    readonly identity?: { readonly username?: string };
  },
) => Promise<ApiTokens>;

export type SignInOutcome =
  | { readonly kind: "tokens"; readonly answer: TokenAnswer }
  | { readonly kind: "mfa-required" }
  /** The service rejected these credentials. */
  | { readonly kind: "refused"; readonly status: number | undefined; readonly message: CodedText }
  | { readonly kind: "locked-out"; readonly waitMs: number }
  /** The credentials were neither accepted nor rejected. `used`: a refresh token may have been spent nevertheless. */
  | { readonly kind: "unreachable"; readonly error: AppError; readonly used: boolean };

/** How long the service blocks sign-ins after three failed ones, when it does not say (docs/service-facts.md#authentication). */
const lockOutMs = 5 * 60_000;

const busy = codedText("sign-in-busy");

/** The password of a user who signed up through the portal is sent as SHA-1 (docs/service-facts.md#authentication). */
function bodyOf(credentials: Credentials): AuthenticateBody {
  if (credentials.kind === "application-token") return { applicationToken: credentials.applicationToken };
  const { username, password, portal } = credentials;
  return { username, password: portal ? createHash("sha1").update(password, "utf8").digest("hex") : password };
}

/** Makes the call once. Throws only errors that do not come from the call, such as invalid input. */
export async function signIn(
  authenticate: Authenticate,
  baseUrl: string,
  body: AuthenticateBody,
  signal?: AbortSignal,
): Promise<SignInOutcome> {
  try {
    return { kind: "tokens", answer: await authenticate(baseUrl, body, signal) };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): SignInOutcome {
  if (!isAppError(error) || error.details?.["kind"] === undefined) throw error;
  const status = numberOf(error.details["status"]);
  const serviceCode = numberOf(error.details["serviceCode"]);
  if (error.code === "mfa-required") return { kind: "mfa-required" };
  // A 503 means that the service is too busy; it says nothing about the credentials.
  if (error.code === "locked-out" && status === 503) {
    const { details } = error;
    return { kind: "unreachable", error: new AppError("throttled", busy, { details }), used: false };
  }
  if (error.code === "locked-out") {
    return { kind: "locked-out", waitMs: numberOf(error.details["retryAfterMs"]) ?? lockOutMs };
  }
  // 1401 means that the organisation does not exist (docs/service-facts.md#errors); any other 404 or 405 means that this address has no
  // sign-in.
  const elsewhere = status === 405 || (status === 404 && serviceCode !== 1401);
  if (error.code === "credentials-refused" && !elsewhere) {
    return { kind: "refused", status, message: toFailure(error).text };
  }
  return { kind: "unreachable", error, used: error.details["accepted"] !== "no" };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

// The reasons for which a renewal fails, with their messages.

export const expired: Problem = { reason: "expired", message: codedText("session-expired") };

/** A refresh token works once: sending it again proves nothing, and might end a session that still works. */
export const refreshLost: Problem = {
  reason: "refresh-lost",
  message: codedText("session-refresh-lost"),
};

export const secondFactor: Problem = {
  reason: "refused",
  message: codedText("sign-in-second-factor"),
};

/** Tokens are only sent to the service that issued them. */
export function originChanged(issuedBy: string, now: string): Problem {
  const message = codedText("tokens-of-other-address", { address: now, issuedBy });
  return { reason: "origin-changed", message };
}

/** The same as an error, for a call that is about to send tokens to another service. */
export function otherOrigin(issuedBy: string, now: string): AppError {
  const { reason, message } = originChanged(issuedBy, now);
  return new AppError("sign-in-required", message, { details: { reason }, text: codedText("session-origin-changed") });
}

export function lockedOut(until: number): Problem {
  const message = codedText("sign-in-blocked-until", { until: new Date(until).toISOString() });
  return { reason: "locked-out", message, until };
}

export function unreachable(cause: CodedText): Problem {
  return { reason: "unreachable", message: codedText("session-not-renewed", { failure: cause }) };
}

/** A refresh token that is rejected before its expiry was used up, or ended by a sign-in elsewhere (docs/service-facts.md#authentication). */
export function renewalRejected(tokens: Tokens, status: number | undefined, reason: CodedText): Problem {
  if (tokens.kind === "user" && status === 401) {
    const message = codedText("session-signed-in-elsewhere");
    return { reason: "signed-in-elsewhere", message };
  }
  return { reason: "refused", message: codedText("session-refused-reason", { reason }) };
}

// The errors of a failed sign-in at the border.

/** `until`: epoch milliseconds. */
function lockedOutError(until: number): AppError {
  return new AppError("locked-out", lockedOut(until).message, { details: { until } });
}

function secondFactorError(): AppError {
  return new AppError("mfa-required", codedText("sign-in-second-factor"));
}

/** A 404 or 405 means a wrong address; any other error is the network's own. */
function asUrlProblem(error: AppError, baseUrl: string): AppError {
  const status = error.details?.["status"];
  if (status !== 404 && status !== 405) return error;
  return new AppError("invalid-url", codedText("sign-in-no-service", { baseUrl, status }));
}

/** For callers that waited for a token: whatever the outcome of the renewal, their own request was not sent. */
export function notSentError(error: AppError): AppError {
  const details = { kind: "offline", accepted: "no" };
  return new AppError(error.code, error.text, { details });
}

// Signs in by one call, unless the service has blocked this identity; returns tokens, or throws an error with a message.

interface SignInDeps {
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly store: {
    /** Until when sign-ins of this identity are blocked; undefined when they are not. */
    blockedUntil(baseUrl: string, identity: string): Promise<number | undefined>;
    blockUntil(baseUrl: string, identity: string, until: number): Promise<void>;
  };
}

/** Throws `sign-in-refused`, `locked-out`, `mfa-required`, `invalid-url`, or the network's error. */
export async function signInOnce(
  { clock, authenticate, store }: SignInDeps,
  baseUrl: string,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Tokens> {
  const identity = credentials.kind === "user" ? credentials.username : "application-token";
  const blockedUntil = await store.blockedUntil(baseUrl, identity);
  if (blockedUntil !== undefined) throw lockedOutError(blockedUntil);
  const outcome = await signIn(authenticate, baseUrl, bodyOf(credentials), signal);
  const now = clock.now();
  switch (outcome.kind) {
    case "tokens":
      return credentials.kind === "application-token"
        ? applicationTokens(credentials.applicationToken, outcome.answer, now)
        : userTokens(outcome.answer, now);
    case "mfa-required":
      throw secondFactorError();
    case "refused":
      throw new AppError("sign-in-refused", outcome.message);
    case "locked-out": {
      const until = now + outcome.waitMs;
      await store.blockUntil(baseUrl, identity, until);
      throw lockedOutError(until);
    }
    case "unreachable":
      throw asUrlProblem(outcome.error, baseUrl);
    default:
      return assertNever(outcome);
  }
}

// The authenticate call over a transport of its own: it is made a few times a day, so no connection stays open in between.

export function createAuthenticate(hosts: {
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy: ProxyResolver;
  /** Wraps the transport, for observing its results. */
  readonly watch?: (wire: Transport) => Transport;
}): Authenticate {
  const { clock, log, proxy, watch = (wire: Transport): Transport => wire } = hosts;
  return async (baseUrl, body, signal) => {
    const transport = watch(createTransport({ baseUrl, clock, log, proxy }));
    try {
      return await authenticate(transport, body, signal);
    } finally {
      await transport.close();
    }
  };
}
