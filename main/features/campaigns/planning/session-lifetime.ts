/**
 * Checks whether a session outlasts a run. Pure.
 * An application token signs in again automatically, as often as needed. A user's session has a token of 240 minutes, and one of 350
 * minutes that renews it once, for another 240 and 350 minutes; Fleetdesk renews at four fifths of the former. While Fleetdesk runs,
 * the computer is awake and the service is reachable, such a session continues; otherwise it ends with the latter. So a run that
 * ends before that is safe in any case, and one that ends later depends on renewals, which the message says.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { sessionLifetimeSchema } from "#shared/contract/campaigns/planning.ts";
import type { z } from "zod";

export type SessionLifetime = z.output<typeof sessionLifetimeSchema>;

/** Facts about a session; the relevant fields of the contract's `session.get`. */
export interface SessionExpiry {
  readonly state: "signed-in" | "signed-out";
  readonly reason?: string;
  readonly message?: CodedText;
  readonly kind: "application-token" | "user";
  readonly authExpiresAt?: number;
  readonly refreshExpiresAt?: number;
}

/** `formatTime` formats a time for display. */
export function checkSessionLifetime(
  session: SessionExpiry,
  endsAt: number,
  formatTime: (at: number) => string,
): SessionLifetime {
  const { state, reason, message, kind, authExpiresAt, refreshExpiresAt } = session;
  if (reason === "keychain-closed") {
    return { verdict: "unknown", message: message ?? codedText("session-lifetime-keychain-closed") };
  }
  if (state === "signed-out") {
    return {
      verdict: "signed-out",
      message:
        message === undefined
          ? codedText("session-lifetime-signed-out")
          : codedText("session-lifetime-signed-out-reason", { reason: message }),
    };
  }
  // After a permanent renewal failure the current token is used until it expires.
  const mayRenew = reason === undefined || reason === "unreachable";
  if (kind === "application-token" && mayRenew) {
    return {
      verdict: "unlimited",
      message: codedText("session-lifetime-token-renews"),
    };
  }
  const expiresAt = (mayRenew && kind === "user" ? refreshExpiresAt : undefined) ?? authExpiresAt;
  if (expiresAt === undefined) {
    return { verdict: "unknown", message: codedText("session-lifetime-unknown") };
  }
  const renewable = mayRenew && kind === "user" && refreshExpiresAt !== undefined;
  if (endsAt <= expiresAt) {
    const renewed = renewable && authExpiresAt !== undefined && endsAt > authExpiresAt;
    const until = formatTime(expiresAt);
    const message = renewed
      ? codedText("session-lifetime-enough-renewed", { until })
      : codedText("session-lifetime-enough", { until });
    return { verdict: "enough", expiresAt, message };
  }
  const code = renewable ? "session-lifetime-needs-renewal" : "session-lifetime-ends";
  return { verdict: "too-short", expiresAt, message: codedText(code, { until: formatTime(expiresAt) }) };
}
