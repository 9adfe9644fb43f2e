/** One call of the authenticate operation, and all of its outcomes. Nothing here retries. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import type { AuthenticateBody, Tokens as ApiTokens } from "../../../core/api/authenticate.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import type { TokenAnswer } from "./tokens.ts";

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
export function bodyOf(credentials: Credentials): AuthenticateBody {
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
