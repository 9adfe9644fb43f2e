/** The tokens of one session, and what can be derived from them without a call. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { expiryOf } from "./token-claims.ts";

/** Specification, Authentication 5. */
export const authLifeMs = 240 * 60_000;
export const refreshLifeMs = 350 * 60_000;

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
