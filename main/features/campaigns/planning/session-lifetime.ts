/**
 * Whether a session outlasts a run. Pure.
 *
 * An application token signs in again by itself, as often as needed. A user's session has a token of 240 minutes, and one of 350
 * minutes that renews it once, for another 240 and 350: Fleetdesk does so at four fifths of the former. As long as it runs, awake
 * and with the service in reach, such a session goes on; left alone it ends with the latter. So a run that ends before that is
 * safe whatever happens, and one that ends after it depends on renewals, which is said.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { sessionLifetimeSchema } from "#contract/planning.ts";
import type { z } from "zod";

export type SessionLifetime = z.output<typeof sessionLifetimeSchema>;

/** What is known of a session; the fields of the treaty's `session.get` that matter here. */
export interface SessionFacts {
  readonly state: "signed-in" | "signed-out";
  readonly reason?: string | undefined;
  readonly message?: CodedText | undefined;
  readonly kind: "application-token" | "user";
  readonly authExpiresAt?: number | undefined;
  readonly refreshExpiresAt?: number | undefined;
}

/** `zone` writes a moment as the person reads it. */
export function checkSessionLifetime(
  session: SessionFacts,
  endsAt: number,
  formatTime: (at: number) => string,
): SessionLifetime {
  const { state, reason, message, kind, authExpiresAt, refreshExpiresAt } = session;
  if (reason === "keychain-closed") {
    return { verdict: "unknown", message: message ?? codedText("horizon-keychain-closed") };
  }
  if (state === "signed-out") {
    return {
      verdict: "signed-out",
      message:
        message === undefined
          ? codedText("horizon-signed-out")
          : codedText("horizon-signed-out-reason", { reason: message }),
    };
  }
  // The last renewal failed for good: the token in hand is used to its end.
  const mayRenew = reason === undefined || reason === "unreachable";
  if (kind === "application-token" && mayRenew) {
    return {
      verdict: "unlimited",
      message: codedText("horizon-token-renews"),
    };
  }
  const expiresAt = (mayRenew && kind === "user" ? refreshExpiresAt : undefined) ?? authExpiresAt;
  if (expiresAt === undefined) {
    return { verdict: "unknown", message: codedText("horizon-unknown") };
  }
  const renewable = mayRenew && kind === "user" && refreshExpiresAt !== undefined;
  if (endsAt <= expiresAt) {
    const renewed = renewable && authExpiresAt !== undefined && endsAt > authExpiresAt;
    const until = formatTime(expiresAt);
    const message = renewed ? codedText("horizon-enough-renewed", { until }) : codedText("horizon-enough", { until });
    return { verdict: "enough", expiresAt, message };
  }
  const code = renewable ? "horizon-needs-renewal" : "horizon-ends";
  return { verdict: "too-short", expiresAt, message: codedText(code, { until: formatTime(expiresAt) }) };
}
