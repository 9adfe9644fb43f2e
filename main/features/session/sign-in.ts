/** One call of the authenticate operation, and everything it can come to. Nothing here retries. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import type { AuthenticateBody, Tokens as ApiTokens } from "../../api/authenticate.ts";
import { AppError, isAppError, toFailure } from "../../failure.ts";
import type { TokenAnswer } from "./tokens.ts";

export type Credentials =
  | { readonly kind: "application-token"; readonly applicationToken: string }
  | { readonly kind: "user"; readonly username: string; readonly password: string; readonly portal: boolean };

/** The call itself, as `main/api/authenticate.ts` makes it, over a wire of its own; throws what that throws. */
export type Authenticate = (
  baseUrl: string,
  body: AuthenticateBody,
  signal: AbortSignal | undefined,
  /** The connection that it is for; one that is not kept yet has no id. */
  subject?: {
    readonly id?: number;
    readonly name: string;
    readonly identity?: { readonly username?: string | undefined };
  },
) => Promise<ApiTokens>;

export type SignInOutcome =
  | { readonly kind: "tokens"; readonly answer: TokenAnswer }
  | { readonly kind: "mfa-required" }
  /** The service said no to these credentials. */
  | { readonly kind: "refused"; readonly status: number | undefined; readonly message: CodedText }
  | { readonly kind: "locked-out"; readonly waitMs: number }
  /** No word about the credentials. `used`: a refresh token may have been spent all the same. */
  | { readonly kind: "unreachable"; readonly error: AppError; readonly used: boolean };

/** How long the service blocks sign-ins after three bad ones, when it does not say (field-facts section 2). */
const lockOutMs = 5 * 60_000;

const busy = codedText("sign-in-busy");

/** A user who signed up through the portal sends the SHA-1 of the password (specification, Authentication 3). */
export function bodyOf(credentials: Credentials): AuthenticateBody {
  if (credentials.kind === "application-token") return { applicationToken: credentials.applicationToken };
  const { username, password, portal } = credentials;
  return { username, password: portal ? createHash("sha1").update(password, "utf8").digest("hex") : password };
}

/** Makes the call once. Throws only what did not come from a call, such as invalid input. */
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
  // A service that is merely too busy has judged nobody.
  if (error.code === "locked-out" && status === 503) {
    const { details } = error;
    return { kind: "unreachable", error: new AppError("throttled", busy, { details }), used: false };
  }
  if (error.code === "locked-out") {
    return { kind: "locked-out", waitMs: numberOf(error.details["retryAfterMs"]) ?? lockOutMs };
  }
  // 1401 says that the organisation does not exist (field-facts section 2); any other 404 or 405 says that nothing signs in there.
  const elsewhere = status === 405 || (status === 404 && serviceCode !== 1401);
  if (error.code === "credentials-refused" && !elsewhere) {
    return { kind: "refused", status, message: toFailure(error).text };
  }
  return { kind: "unreachable", error, used: error.details["accepted"] !== "no" };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
