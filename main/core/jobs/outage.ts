/**
 * What prevents requests to the service. The tracker follows attempts that were turned away: no connection, throttling, no session.
 * Throttling is waited out, up to a limit; a lost connection or session ends the loop. The detector distinguishes an outage from single
 * lost answers: ten in a row, or a fifth of the last hundred attempts.
 * Requests in flight are cut off together when connections close, so answers lost in this way within a second of each other count
 * once; each time-out counts separately.
 * After an outage was detected, the first lost answer before another one arrives detects it again, because sending resumes with
 * single requests.
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
  /** Nothing is sent for another reason than throttling: its limit starts again with the next throttled attempt. */
  suspended(): void;
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
      if (cause !== "throttled") {
        throttled = undefined;
        return { kind: cause === "signed-out" ? "needs-sign-in" : cause, message };
      }
      return isThrottledTooLong(retryAfterMs) ? { kind: "rate-limited", message } : undefined;
    },
    answered() {
      throttled = undefined;
      lastMessage = undefined;
    },
    message: () => lastMessage,
    throttled: () => throttled !== undefined,
    suspended() {
      throttled = undefined;
    },
  };
}

export interface OutageInput {
  readonly outcome: "accepted" | "refused" | "unknown";
  /** The connection closed before the answer, which cuts off all requests in flight together. */
  readonly cut?: boolean;
  /** When the attempt began and ended, on the same clock. */
  readonly beganAt: number;
  readonly endedAt: number;
}

export interface OutageDetector {
  /** True when sending has to stop until the service answers again. */
  add(input: OutageInput): boolean;
}

const consecutive = 10;
const share = 0.2;
const recentAttempts = 100;
const simultaneousMs = 1_000;

export function createOutageDetector(): OutageDetector {
  /** Whether each of the last attempts lost its answer. */
  let recent: boolean[] = [];
  let inRow = 0;
  let suspected = false;
  let lastCutAt = Number.NEGATIVE_INFINITY;

  return {
    add({ outcome, cut, beganAt, endedAt }) {
      const lost = outcome === "unknown";
      if (lost && cut === true) {
        if (beganAt < lastCutAt && endedAt - lastCutAt <= simultaneousMs) return false;
        lastCutAt = endedAt;
      }
      recent.push(lost);
      if (recent.length > recentAttempts) recent.shift();
      inRow = lost ? inRow + 1 : 0;
      if (!lost) {
        suspected = false;
        return false;
      }
      const lostRecently = recent.filter(Boolean).length;
      if (!suspected && inRow < consecutive && lostRecently < share * recentAttempts) return false;
      suspected = true;
      recent = [];
      inRow = 0;
      return true;
    },
  };
}
