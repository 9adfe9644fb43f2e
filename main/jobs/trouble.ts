/**
 * Keeps track of what stands between the engine and the service: no connection, throttling, no session.
 * Throttling and a lost connection are waited out, up to a limit; a lost session ends the run.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../hosts.ts";
import { sleep } from "../wait.ts";
import { backoffMs } from "./backoff.ts";

/** `token-rejected`: refused with a token that was just renewed; it may work for others. */
export type NotSentCause = "throttled" | "offline" | "signed-out" | "token-rejected";

/** An attempt that was certainly not accepted. */
export interface NotSent {
  readonly cause: NotSentCause;
  readonly code: string;
  readonly message: CodedText;
  /** How long the service asks to wait, where it says so. */
  readonly retryAfterMs?: number | undefined;
}

export interface TroubleEnd {
  readonly kind: "offline" | "needs-sign-in" | "rate-limited";
  readonly message: CodedText;
}

/** How long to keep trying without a connection, or throttled without one success, before ending. */
export interface Patience {
  readonly offlineMs: number;
  readonly throttledMs: number;
}

export interface Trouble {
  /** An attempt was turned away before it was accepted; answers why the run must end, if it must. */
  notSent(attempt: NotSent): TroubleEnd | undefined;
  /** The service answered: whatever the trouble was, it is over. */
  answered(): void;
  /** What the last attempt met that was turned away; undefined once the service has answered. */
  says(): CodedText | undefined;
  throttled(): boolean;
  /** Waits a growing while when offline; else not at all. (Throttling is waited out by the governor.) */
  rest(signal: AbortSignal): Promise<void>;
}

const firstRestMs = 250;
const longestRestMs = 5_000;

export function createTrouble(clock: Clock, patience: Patience): Trouble {
  let offlineSince: number | undefined;
  let throttledSince: number | undefined;
  let rests = 0;
  let said: CodedText | undefined;

  return {
    notSent({ cause, message, retryAfterMs = 0 }) {
      said = message;
      if (cause === "signed-out" || cause === "token-rejected") return { kind: "needs-sign-in", message };
      const now = clock.monotonic();
      if (cause === "throttled") {
        offlineSince = undefined;
        throttledSince ??= now;
        return now - throttledSince >= patience.throttledMs || retryAfterMs > patience.throttledMs
          ? { kind: "rate-limited", message }
          : undefined;
      }
      offlineSince ??= now;
      return now - offlineSince >= patience.offlineMs ? { kind: "offline", message } : undefined;
    },
    answered() {
      offlineSince = undefined;
      throttledSince = undefined;
      rests = 0;
      said = undefined;
    },
    says: () => said,
    throttled: () => throttledSince !== undefined,
    async rest(signal) {
      if (offlineSince === undefined) return;
      const delay = backoffMs(rests, firstRestMs, longestRestMs);
      rests += 1;
      await sleep(clock, delay, signal);
    },
  };
}
