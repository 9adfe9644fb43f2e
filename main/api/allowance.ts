/**
 * How many requests may leave now, from three sources: a Retry-After that still runs, the ceiling's window, the learned pace.
 * Knows no queue and no timer. Times are milliseconds of the monotonic clock.
 */
import type { Ceiling, Priority } from "./priority.ts";
import { createLearnedPace } from "./learned-pace.ts";
import { createRateWindow } from "./rate-window.ts";

/** `blocked`: the service named a time · `window`: the ceiling is used up · `slowed`: a pace was learned. */
export type Waiting = "blocked" | "window" | "slowed" | undefined;

export interface Allowance {
  available(priority: Priority, now: number): number;
  waitMs(priority: Priority, now: number): number;
  take(now: number, count: number): void;
  giveBack(now: number, count: number): void;
  throttled(now: number, retryAfterMs: number | undefined): void;
  succeeded(now: number): void;
  waiting(now: number): Waiting;
  /** Requests per second on average; undefined means no limit. */
  ratePerSecond(): number | undefined;
  /** The learned rate alone. */
  learnedRate(): number | undefined;
}

export function createAllowance(ceiling: Ceiling): Allowance {
  const window = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const limit = ceiling === "none" ? Number.POSITIVE_INFINITY : ceiling.requests;
  const reserved = ceiling === "none" ? 0 : Math.min(20, Math.floor(ceiling.requests / 100));
  const mean = ceiling === "none" ? undefined : ceiling.requests / ceiling.seconds;
  const pace = createLearnedPace();
  let blockedUntil = Number.NEGATIVE_INFINITY;

  const limitOf = (priority: Priority): number => (priority === "click" ? limit : limit - reserved);
  return {
    available: (priority, now) => {
      if (now < blockedUntil) return 0;
      const free = window === undefined ? limit : limitOf(priority) - window.used(now);
      return Math.min(free, pace.available(now));
    },
    waitMs: (priority, now) =>
      Math.max(blockedUntil - now, window?.waitMs(now, limitOf(priority) - 1) ?? 0, pace.waitMs(now), 0),
    take: (now, count) => {
      window?.take(now, count);
      pace.take(now, count);
    },
    giveBack: (now, count) => {
      window?.giveBack(now, count);
      pace.giveBack(now, count);
    },
    throttled: (now, retryAfterMs) => {
      if (retryAfterMs !== undefined && retryAfterMs > 0) blockedUntil = Math.max(blockedUntil, now + retryAfterMs);
      else pace.halve(now);
    },
    succeeded: (now) => pace.succeeded(now),
    waiting: (now) => {
      if (now < blockedUntil) return "blocked";
      if (window !== undefined && window.used(now) >= limitOf("campaign")) return "window";
      return pace.rate() === undefined ? undefined : "slowed";
    },
    ratePerSecond: () => pace.rate() ?? mean,
    learnedRate: () => pace.rate(),
  };
}
