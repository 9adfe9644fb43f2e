/**
 * Whether a session outlasts a run. Pure.
 *
 * An application token signs in again by itself, as often as needed. A user's session has a token of 240 minutes, and one of 350
 * minutes that renews it once, for another 240 and 350: Fleetdesk does so at four fifths of the former. As long as it runs, awake
 * and with the service in reach, such a session goes on; left alone it ends with the latter. So a run that ends before that is
 * safe whatever happens, and one that ends after it depends on renewals, which is said.
 */
import type { horizonSchema } from "#contract/planning.ts";
import type { z } from "zod";

export type Horizon = z.output<typeof horizonSchema>;

/** What is known of a session; the fields of the treaty's `session.get` that matter here. */
export interface SessionFacts {
  readonly state: "signed-in" | "signed-out";
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly kind: "application-token" | "user";
  readonly authExpiresAt?: number | undefined;
  readonly refreshExpiresAt?: number | undefined;
}

/** `zone` writes a moment as the person reads it. */
export function horizonOf(session: SessionFacts, endsAt: number, say: (at: number) => string): Horizon {
  const { state, reason, message, kind, authExpiresAt, refreshExpiresAt } = session;
  if (reason === "keychain-closed") {
    return {
      verdict: "unknown",
      message: message ?? "The keychain is closed: whether the session lasts is not known.",
    };
  }
  if (state === "signed-out") {
    return {
      verdict: "signed-out",
      message: `${message ?? "Nobody is signed in."} Sign in before the campaign starts.`,
    };
  }
  // The last renewal failed for good: the token in hand is used to its end.
  const mayRenew = reason === undefined || reason === "unreachable";
  if (kind === "application-token" && mayRenew) {
    return {
      verdict: "unlimited",
      message: "The application token renews the session by itself, as long as it is valid.",
    };
  }
  const expiresAt = (mayRenew && kind === "user" ? refreshExpiresAt : undefined) ?? authExpiresAt;
  if (expiresAt === undefined) {
    return { verdict: "unknown", message: "The service did not say how long this session lasts." };
  }
  const renewable = mayRenew && kind === "user" && refreshExpiresAt !== undefined;
  if (endsAt <= expiresAt) {
    const renewed = renewable && authExpiresAt !== undefined && endsAt > authExpiresAt;
    const how = renewed ? ", renewed once on the way" : "";
    return { verdict: "enough", expiresAt, message: `The session lasts until ${say(expiresAt)}${how}.` };
  }
  const why = renewable
    ? `Left alone the session ends at ${say(expiresAt)}, before the campaign does. Fleetdesk renews it in time as long as it runs, the computer is awake and the service answers; otherwise the campaign waits for a sign-in.`
    : `The session ends at ${say(expiresAt)} and cannot be renewed: the campaign would wait for a sign-in.`;
  return { verdict: "too-short", expiresAt, message: why };
}
