/**
 * The authenticate operation without a network: tokens that expire on the test's clock, refresh tokens that work once, configurable
 * failures.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { failureToError } from "../../main/core/api/errors.ts";
import type { AuthenticateBody } from "../../main/core/api/authenticate.ts";
import type { Authenticate } from "../../main/features/connections/session/sign-in.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock } from "../../main/core/hosts.ts";

/**
 * `lost`: done, the response does not arrive · `not-reached`: the request never arrived · `hangs`: done, no response until `release` ·
 * `forbidden`: 403 · `locked-out`: 429
 */
export type SignInFault = "lost" | "not-reached" | "hangs" | "forbidden" | "locked-out" | "mfa";

export interface FakeSignInService {
  readonly authenticate: Authenticate;
  readonly calls: readonly AuthenticateBody[];
  /** Refresh tokens that were received and checked, in order. */
  readonly refreshTokensSeen: readonly string[];
  /** The highest number of concurrent calls. */
  readonly mostAtOnce: number;
  /** How the next calls fail, until set to undefined. */
  fault: SignInFault | undefined;
  /** Every secret that was ever issued or accepted. */
  readonly secrets: readonly string[];
  /** The same user signs in elsewhere. */
  endRefreshTokens(): void;
  release(): void;
}

export const applicationToken = "app-token-secret-1";
export const password = "pass-word-secret-1";

export function createFakeSignInService(clock: Clock): FakeSignInService {
  const calls: AuthenticateBody[] = [];
  const refreshTokensSeen: string[] = [];
  const secrets: string[] = [applicationToken, password];
  const refreshTokens = new Map<string, number>();
  let waiting: (() => void)[] = [];
  let running = 0;
  let mostAtOnce = 0;
  let issued = 0;

  const mint = (kind: string, lifeMs: number): string => {
    issued += 1;
    const iat = Math.floor(clock.now() / 1000);
    const claims = { jti: `${kind}-${issued}`, iat, exp: iat + lifeMs / 1000, "esc.org": 7, "esc.orgName": "Acme" };
    const token = `head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sign`;
    secrets.push(token);
    return token;
  };
  const pair = (): { readonly authToken: string; readonly refreshToken: string } => {
    refreshTokens.clear();
    const refreshToken = mint("refresh", 350 * 60_000);
    refreshTokens.set(refreshToken, clock.now() + 350 * 60_000);
    return { authToken: mint("auth", 240 * 60_000), refreshToken };
  };
  const decide = (body: AuthenticateBody): Awaited<ReturnType<Authenticate>> => {
    if ("applicationToken" in body) {
      if (body.applicationToken !== applicationToken) throw credentialsRejected(401);
      return { authToken: mint("auth", 240 * 60_000), refreshToken: undefined };
    }
    if ("username" in body) {
      if (body.password !== password) throw credentialsRejected(401);
      return pair();
    }
    refreshTokensSeen.push(body.refreshToken);
    const expiresAt = refreshTokens.get(body.refreshToken);
    refreshTokens.delete(body.refreshToken);
    if (expiresAt === undefined || expiresAt <= clock.now()) throw credentialsRejected(401);
    return pair();
  };
  const hold = (resolve: () => void, signal: AbortSignal | undefined): void => {
    waiting.push(resolve);
    signal?.addEventListener("abort", resolve);
  };
  const answer = async (
    body: AuthenticateBody,
    signal: AbortSignal | undefined,
  ): Promise<Awaited<ReturnType<Authenticate>>> => {
    const fault = service.fault;
    if (fault === "not-reached") throw lost("offline", "dns-failed", "no");
    if (fault === "forbidden") throw credentialsRejected(403);
    if (fault === "locked-out") throw lockedOut();
    if (fault === "mfa")
      throw new AppError("mfa-required", codedText("internal"), { details: { kind: "refused", accepted: "no" } });
    const decided = decide(body);
    if (fault === "lost") throw lost("lost", "connection-lost", "unknown");
    if (fault === "hangs") await new Promise<void>((resolve) => hold(resolve, signal));
    if (signal?.aborted === true) throw lost("aborted", "aborted", "unknown");
    return decided;
  };

  const service: FakeSignInService = {
    calls,
    refreshTokensSeen,
    secrets,
    fault: undefined,
    get mostAtOnce() {
      return mostAtOnce;
    },
    endRefreshTokens: () => refreshTokens.clear(),
    release: () => {
      for (const resume of waiting) resume();
      waiting = [];
    },
    authenticate: async (_baseUrl, body, signal) => {
      calls.push(body);
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      try {
        await Promise.resolve();
        return await answer(body, signal);
      } finally {
        running -= 1;
      }
    },
  };
  return service;
}

function credentialsRejected(status: number): AppError {
  const message = codedText("credentials-refused", { status });
  return failureToError({ kind: "refused", code: "credentials-refused", message, accepted: "no", status });
}

function lockedOut(): AppError {
  return failureToError({
    kind: "refused",
    code: "locked-out",
    message: codedText("locked-out"),
    accepted: "no",
    status: 429,
  });
}

function lost(kind: "offline" | "lost" | "aborted", code: string, accepted: "no" | "unknown"): AppError {
  return failureToError({ kind, code, message: codedText("connection-lost"), accepted });
}
