/** The tokens of one session, and what can be derived from them without a call. */
import { tryParseJson } from "#shared/try-parse-json.ts";
import { createHash } from "node:crypto";
import { z } from "zod";

/** Specification, Authentication 5. */
const authLifeMs = 240 * 60_000;
const refreshLifeMs = 350 * 60_000;

const auth = {
  authToken: z.string().min(1),
  authIssuedAt: z.number(),
  authExpiresAt: z.number(),
  /** The service that the tokens belong to, stored with them; missing in entries of earlier versions. */
  baseUrl: z.string().optional(),
};

/** An application token is stored, because it can sign in again; of a user only tokens are stored, never the password. */
export const tokensSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("application-token"), applicationToken: z.string().min(1), ...auth }),
  z.object({
    kind: z.literal("user"),
    ...auth,
    refreshToken: z.string().min(1).optional(),
    refreshExpiresAt: z.number().optional(),
  }),
]);
export type Tokens = z.output<typeof tokensSchema>;

/** The tokens in an answer of the authenticate operation. */
export interface TokenAnswer {
  readonly authToken: string;
  readonly refreshToken: string | undefined;
}

/** Tokens of an application-token session that arrived at `receivedAt`. */
export function applicationTokens(applicationToken: string, answer: TokenAnswer, receivedAt: number): Tokens {
  return { kind: "application-token", applicationToken, ...authOf(answer, receivedAt) };
}

/** Tokens of a user's session that arrived at `receivedAt`. */
export function userTokens(answer: TokenAnswer, receivedAt: number): Tokens {
  const { refreshToken } = answer;
  if (refreshToken === undefined) return { kind: "user", ...authOf(answer, receivedAt) };
  const refreshExpiresAt = expiryOf(refreshToken, receivedAt, refreshLifeMs);
  return { kind: "user", ...authOf(answer, receivedAt), refreshToken, refreshExpiresAt };
}

function authOf(
  answer: TokenAnswer,
  receivedAt: number,
): { readonly authToken: string; readonly authIssuedAt: number; readonly authExpiresAt: number } {
  const authExpiresAt = expiryOf(answer.authToken, receivedAt, authLifeMs);
  return { authToken: answer.authToken, authIssuedAt: receivedAt, authExpiresAt };
}

/** Identifies a token without revealing it. */
export function fingerprint(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 16);
}

/** When the background refresh is due: at 80 % of the lifetime or ten minutes before its end, whichever is later. */
export function refreshDueAt(tokens: Tokens): number {
  const life = tokens.authExpiresAt - tokens.authIssuedAt;
  return tokens.authIssuedAt + Math.max(life * 0.8, life - 10 * 60_000);
}

// The claims of a token. They are read, never verified: the service does that.

interface TokenClaims {
  /** Lifetime according to the service; undefined when it does not say. */
  readonly lifeMs: number | undefined;
  /** Expiry on the service's clock, epoch milliseconds. */
  readonly expiresAt: number | undefined;
  readonly organisationId: string | undefined;
  readonly organisationName: string | undefined;
}

const unreadable: TokenClaims = {
  lifeMs: undefined,
  expiresAt: undefined,
  organisationId: undefined,
  organisationName: undefined,
};

/** Claims of a JWT; unreadable ones are undefined, never an error. `esc.org` may be one claim or nested, both are read. */
export function readClaims(token: string): TokenClaims {
  const claims = payloadOf(token);
  if (claims === undefined) return unreadable;
  const expires = seconds(claims["exp"]);
  const issued = seconds(claims["iat"]);
  const nested = record(claims["esc"]);
  return {
    lifeMs: expires === undefined || issued === undefined || expires <= issued ? undefined : expires - issued,
    expiresAt: expires,
    organisationId: nonEmptyText(claims["esc.org"]) ?? nonEmptyText(nested?.["org"]),
    organisationName: nonEmptyText(claims["esc.orgName"]) ?? nonEmptyText(nested?.["orgName"]),
  };
}

/**
 * When a token received at `receivedAt` expires on the local clock. Its lifetime counts from its arrival, so a local clock that is wrong by
 * hours does no harm; an `exp` alone is used if it is in the future, otherwise the specification's lifetime.
 */
export function expiryOf(token: string, receivedAt: number, fallbackMs: number): number {
  const { lifeMs, expiresAt } = readClaims(token);
  if (lifeMs !== undefined) return receivedAt + lifeMs;
  if (expiresAt !== undefined && expiresAt > receivedAt) return expiresAt;
  return receivedAt + fallbackMs;
}

function payloadOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const part = token.split(".")[1];
  // Undefined for a text that is no JWT: the specification says that a token is one, but nothing here depends on that.
  return part === undefined ? undefined : record(tryParseJson(Buffer.from(part, "base64url").toString("utf8")));
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

/** Seconds since 1970 as milliseconds. */
function seconds(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number * 1000 : undefined;
}

function nonEmptyText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
