/**
 * How many requests may leave now, from three sources: a Retry-After that still runs, the ceiling's window, the learned pace.
 * Delivery checks and look-ups have a reserve in the window, and at most a quarter of it while a campaign sends.
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
  take(priority: Priority, now: number, count: number): void;
  giveBack(now: number, count: number): void;
  throttled(now: number, retryAfterMs: number | undefined): void;
  succeeded(now: number): void;
  waiting(now: number): Waiting;
  /** Requests per second on average; undefined means no limit. */
  ratePerSecond(): number | undefined;
  /** The learned rate alone. */
  learnedRate(): number | undefined;
}

/** So long after its last wish for a permit a campaign counts as sending. */
const sendingMs = 10_000;

/** How many reserves a priority leaves alone: that of clicks, and that of checks. */
const reserves: Readonly<Partial<Record<Priority, number>>> = { click: 0, delivery: 1 };

export function createAllowance(ceiling: Ceiling): Allowance {
  const window = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const limit = ceiling === "none" ? Number.POSITIVE_INFINITY : ceiling.requests;
  const reserved = ceiling === "none" ? 0 : Math.min(20, Math.floor(ceiling.requests / 100));
  const checks = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const checkLimit = Math.max(1, Math.floor(limit / 4));
  /** When a campaign last wanted a permit. */
  let sendingAt = Number.NEGATIVE_INFINITY;
  const mean = ceiling === "none" ? undefined : ceiling.requests / ceiling.seconds;
  const pace = createLearnedPace();
  let blockedUntil = Number.NEGATIVE_INFINITY;

  const limitOf = (priority: Priority): number => limit - reserved * (reserves[priority] ?? 2);
  const isCapped = (priority: Priority, now: number): boolean => priority === "delivery" && now - sendingAt < sendingMs;
  return {
    available: (priority, now) => {
      if (priority === "campaign") sendingAt = now;
      if (now < blockedUntil) return 0;
      const free = window === undefined ? limit : limitOf(priority) - window.used(now);
      const share = isCapped(priority, now) && checks !== undefined ? checkLimit - checks.used(now) : free;
      return Math.min(free, share, pace.available(now));
    },
    waitMs: (priority, now) => {
      const share = isCapped(priority, now) ? (checks?.waitMs(now, checkLimit - 1) ?? 0) : 0;
      // Once the campaign has ended, checks need not wait for their share.
      const shareMs = Math.min(share, Math.max(0, sendingAt + sendingMs - now));
      return Math.max(
        blockedUntil - now,
        window?.waitMs(now, limitOf(priority) - 1) ?? 0,
        shareMs,
        pace.waitMs(now),
        0,
      );
    },
    take: (priority, now, count) => {
      window?.take(now, count);
      if (priority === "delivery") checks?.take(now, count);
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
