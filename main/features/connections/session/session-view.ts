/** The usability of a session and the reason if it is unusable: a pure function of tokens, problem and time. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { SignedOutReason } from "#shared/contract/connections/session.ts";
import { expired } from "./sign-in.ts";
import type { Keychain } from "../../../core/hosts.ts";
import type { Problem, SessionRecord } from "./session-record.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionSnapshot {
  readonly tokens: Tokens | undefined;
  /** Without tokens: a sign-out happened, rather than no sign-in yet. */
  readonly signedOut: boolean;
  /** The service answered 401 to the current token. */
  readonly authRejected: boolean;
  readonly problem: Problem | undefined;
}

export type SessionView =
  | { readonly state: "signed-in"; readonly reason?: SignedOutReason; readonly message?: CodedText }
  | { readonly state: "signed-out"; readonly reason: SignedOutReason; readonly message: CodedText };

const noTokens = codedText("session-never-signed-in");

/**
 * A token that still works is used until it expires, even if its renewal failed: the state is then "signed-in" with the reason. After that,
 * the reason determines the state.
 */
export function viewOf(facts: SessionSnapshot, now: number): SessionView {
  const { tokens, problem } = facts;
  if (tokens === undefined) {
    if (problem?.reason === "origin-changed") return { state: "signed-out", ...problem, reason: problem.reason };
    return facts.signedOut
      ? { state: "signed-out", reason: "signed-out", message: codedText("session-signed-out") }
      : { state: "signed-out", reason: "never-signed-in", message: noTokens };
  }
  const problemFields = problem === undefined ? {} : { reason: problem.reason, message: problem.message };
  if (isAuthAlive(facts, now)) return { state: "signed-in", ...problemFields };
  if (problem !== undefined && endsTheSession(problem)) {
    return { state: "signed-out", reason: problem.reason, message: problem.message };
  }
  if (!canRenew(tokens, now)) return { state: "signed-out", reason: "expired", message: expired.message };
  return { state: "signed-in", ...problemFields };
}

/** Whether the current token may be sent. */
export function isAuthAlive({ tokens, authRejected }: SessionSnapshot, now: number): boolean {
  return tokens !== undefined && !authRejected && now < tokens.authExpiresAt;
}

/** Whether the session has a token to renew it with. */
export function canRenew(tokens: Tokens, now: number): boolean {
  if (tokens.kind === "application-token") return true;
  return tokens.refreshToken !== undefined && now < (tokens.refreshExpiresAt ?? Infinity);
}

/** Only "unreachable" is temporary. */
function endsTheSession(problem: Problem): boolean {
  return problem.reason !== "unreachable";
}

/** Whether an attempt is ruled out now: the rejection is final, or the service requested a pause. */
export function forbidsAttempt(problem: Problem | undefined, now: number): boolean {
  return now < attemptFrom(problem);
}

/** From when on the tokens may be renewed; Infinity after a final rejection. */
export function attemptFrom(problem: Problem | undefined): number {
  if (problem === undefined || problem.reason === "unreachable") return 0;
  return problem.reason === "locked-out" ? (problem.until ?? Infinity) : Infinity;
}

/** The part of a session that may be stored in the database. */
export function recordOf(protection: Keychain["protection"], facts: SessionSnapshot): SessionRecord {
  const { tokens, signedOut, authRejected, problem } = facts;
  const refreshExpiresAt = tokens?.kind === "user" ? tokens.refreshExpiresAt : undefined;
  return {
    protection,
    signedOut,
    authRejected,
    authExpiresAt: tokens?.authExpiresAt,
    refreshExpiresAt,
    problem,
  };
}
