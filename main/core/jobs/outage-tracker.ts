/**
 * Tracks what prevents requests to the service: no connection, throttling, no session.
 * Throttling is waited out, up to a limit; a lost connection or session ends the loop.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../hosts.ts";

/** `token-rejected`: rejected with a token that was just renewed; the token may work for other requests. */
export type NotSentCause = "throttled" | "offline" | "signed-out" | "token-rejected";

/** An attempt that was certainly not accepted. */
export interface NotSent {
  readonly cause: NotSentCause;
  readonly code: string;
  readonly message: CodedText;
  /** The wait that the service requested, if any. */
  readonly retryAfterMs?: number;
}

export interface OutageEnd {
  /** `token-rejected`: the session has to be checked. */
  readonly kind: "offline" | "needs-sign-in" | "token-rejected" | "rate-limited";
  readonly message: CodedText;
}

/** How long to keep trying while throttled without a success, where the service names a time to wait, and where it does not. */
export interface OutageLimits {
  readonly namedMs: number;
  readonly unnamedMs: number;
}

export interface OutageTracker {
  /** Records an attempt that was turned away before it was accepted; returns why the run must end, if it must. */
  notSent(attempt: NotSent): OutageEnd | undefined;
  /** The service answered: an outage is over. */
  answered(): void;
  /** Message of the last attempt that was turned away; undefined once the service has answered. */
  message(): CodedText | undefined;
  throttled(): boolean;
}

export function createOutageTracker(clock: Clock, limits: OutageLimits): OutageTracker {
  let throttled: { readonly named: boolean; readonly since: number } | undefined;
  let lastMessage: CodedText | undefined;

  function isThrottledTooLong(forMs: number): boolean {
    const now = clock.monotonic();
    const named = forMs > 0;
    if (throttled?.named !== named) throttled = { named, since: now };
    const limitMs = named ? limits.namedMs : limits.unnamedMs;
    return forMs > limitMs || now - throttled.since >= limitMs;
  }

  return {
    notSent({ cause, message, retryAfterMs = 0 }) {
      lastMessage = message;
      if (cause !== "throttled") return { kind: cause === "signed-out" ? "needs-sign-in" : cause, message };
      return isThrottledTooLong(retryAfterMs) ? { kind: "rate-limited", message } : undefined;
    },
    answered() {
      throttled = undefined;
      lastMessage = undefined;
    },
    message: () => lastMessage,
    throttled: () => throttled !== undefined,
  };
}
