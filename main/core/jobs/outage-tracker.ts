/**
 * Tracks what prevents requests to the service: no connection, throttling, no session.
 * Throttling and a lost connection are waited out, up to a limit; a lost session ends the run.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../hosts.ts";
import { sleep } from "../wait.ts";
import { backoffMs } from "./backoff.ts";

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

/** How long to keep trying before the run ends. */
export interface OutageLimits {
  /** Without a connection. */
  readonly offlineMs: number;
  /** Throttled without a success, where the service names a time to wait (`namedMs`), and where it does not (`unnamedMs`). */
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
  /** Waits with a growing delay when offline; otherwise not at all. (The governor waits out throttling.) */
  rest(signal: AbortSignal): Promise<void>;
}

const firstRestMs = 250;
const longestRestMs = 5_000;

export function createOutageTracker(clock: Clock, limits: OutageLimits): OutageTracker {
  let offlineSince: number | undefined;
  let throttled: { readonly named: boolean; readonly since: number } | undefined;
  let rests = 0;
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
      if (cause === "throttled") {
        offlineSince = undefined;
        return isThrottledTooLong(retryAfterMs) ? { kind: "rate-limited", message } : undefined;
      }
      if (cause !== "offline") return { kind: cause === "signed-out" ? "needs-sign-in" : cause, message };
      const now = clock.monotonic();
      offlineSince ??= now;
      return now - offlineSince >= limits.offlineMs ? { kind: "offline", message } : undefined;
    },
    answered() {
      offlineSince = undefined;
      throttled = undefined;
      rests = 0;
      lastMessage = undefined;
    },
    message: () => lastMessage,
    throttled: () => throttled !== undefined,
    async rest(signal) {
      if (offlineSince === undefined) return;
      const delay = backoffMs(rests, firstRestMs, longestRestMs);
      rests += 1;
      await sleep(clock, delay, signal);
    },
  };
}
