/** The reasons for which a renewal fails, with their messages. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { Problem } from "./session-record.ts";
import type { Tokens } from "./tokens.ts";

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
