/** The ways a renewal ends, in words for a person. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";
import type { Problem } from "./session-record.ts";
import type { Tokens } from "./tokens.ts";

export const expired: Problem = { reason: "expired", message: "The session has expired. Sign in again." };

/** A refresh token works once: trying it again would prove nothing and might end what still works. */
export const refreshLost: Problem = {
  reason: "refresh-lost",
  message: "The service was asked to renew the session and its answer was lost on the way. Sign in again.",
};

export const secondFactor: Problem = {
  reason: "refused",
  message: "The service asks for a second factor, which Fleetdesk cannot give here. Sign in with an application token.",
};

/** Tokens go to no other service than the one that issued them. */
export function originChanged(issuedBy: string, now: string): Problem {
  const message = `This connection leads to ${now}, but its tokens belong to ${issuedBy}. They were not sent. Sign in again.`;
  return { reason: "origin-changed", message };
}

/** The same as a failure, for a call that is about to send tokens elsewhere. */
export function otherOrigin(issuedBy: string, now: string): AppError {
  const { reason, message } = originChanged(issuedBy, now);
  return new AppError("sign-in-required", message, { details: { reason }, text: codedText("session-origin-changed") });
}

export function lockedOut(until: number): Problem {
  const message = `The service has blocked sign-ins until ${new Date(until).toISOString()}. Fleetdesk does not try before.`;
  return { reason: "locked-out", message, until };
}

export function unreachable(why: string): Problem {
  return { reason: "unreachable", message: `The session could not be renewed yet: ${why}` };
}

/** A refresh token refused before its time was spent or ended by a sign-in from somewhere else (specification, Authentication 6). */
export function refused(tokens: Tokens, status: number | undefined, words: string): Problem {
  if (tokens.kind === "user" && status === 401) {
    const message = "The service ended this session before its time: someone signed in elsewhere. Sign in again.";
    return { reason: "signed-in-elsewhere", message };
  }
  return { reason: "refused", message: `The service no longer accepts this sign-in. ${words}` };
}
