/** Signs in by one call, unless the service has blocked this identity; returns tokens, or throws an error with a message. */
import { AppError, assertNever } from "#shared/failure.ts";
import type { Clock } from "../../../core/hosts.ts";
import { asUrlProblem, lockedOutError, secondFactorError } from "./sign-in-errors.ts";
import { bodyOf, signIn } from "./sign-in.ts";
import type { Authenticate, Credentials } from "./sign-in.ts";
import { applicationTokens, userTokens } from "./tokens.ts";
import type { Tokens } from "./tokens.ts";

export interface SignInDeps {
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
