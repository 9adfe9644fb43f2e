/**
 * How many requests may leave now, limited by a current Retry-After, the window of the ceiling, and the adaptive rate.
 * Within the window, delivery checks and look-ups have a share of their own: a quarter at most while a campaign sends, three quarters
 * otherwise, and a reserve that only clicks may use up. Has no queue and no timer. Times are milliseconds of the monotonic clock.
 */
import type { Ceiling, Priority } from "./priority.ts";
import { createAdaptiveRate } from "./adaptive-rate.ts";
import { createRateWindow } from "./rate-window.ts";

/** `blocked`: a Retry-After is in force · `window`: the ceiling is used up · `slowed`: the adaptive rate limits. */
export type Waiting = "blocked" | "window" | "slowed" | undefined;

export interface RateBudget {
  available(priority: Priority, now: number): number;
  waitMs(priority: Priority, now: number): number;
  take(priority: Priority, now: number, count: number): void;
  release(now: number, count: number): void;
  throttled(now: number, retryAfterMs: number | undefined): void;
  succeeded(now: number): void;
  waiting(now: number): Waiting;
  /** Requests per second on average; undefined means no limit. */
  ratePerSecond(): number | undefined;
  /** The adaptive rate alone. */
  adaptedRate(): number | undefined;
}

export function createRateBudget(ceiling: Ceiling): RateBudget {
  const window = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const ofCampaigns = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const ofDelivery = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const limit = ceiling === "none" ? Number.POSITIVE_INFINITY : ceiling.requests;
  const quarter = Math.max(1, Math.floor(limit / 4));
  /** For clicks, and as much again for delivery checks. */
  const reserved = ceiling === "none" ? 0 : Math.min(20, Math.floor(ceiling.requests / 100));
  const mean = ceiling === "none" ? undefined : ceiling.requests / ceiling.seconds;
  const pace = createAdaptiveRate();
  let blockedUntil = Number.NEGATIVE_INFINITY;

  const limitOf = (priority: Priority, now: number): number => {
    if (priority === "click") return limit;
    const reservedForDelivery = priority === "delivery" ? 0 : Math.max(0, reserved - (ofDelivery?.used(now) ?? 0));
    return limit - reserved - reservedForDelivery;
  };
  const deliveryLimit = (now: number): number =>
    (ofCampaigns?.used(now) ?? 0) > 0 ? quarter : Math.max(1, limit - reserved - quarter);
  return {
    available: (priority, now) => {
      if (now < blockedUntil) return 0;
      const free = window === undefined ? limit : limitOf(priority, now) - window.used(now);
      const share =
        priority === "delivery" && ofDelivery !== undefined ? deliveryLimit(now) - ofDelivery.used(now) : free;
      return Math.min(free, share, pace.available(now));
    },
    waitMs: (priority, now) => {
      const shareMs = priority === "delivery" ? ofDelivery?.waitMs(now, deliveryLimit(now) - 1) : undefined;
      const windowMs = window?.waitMs(now, limitOf(priority, now) - 1);
      return Math.max(blockedUntil - now, windowMs ?? 0, shareMs ?? 0, pace.waitMs(now), 0);
    },
    take: (priority, now, count) => {
      window?.take(now, count);
      if (priority === "campaign") ofCampaigns?.take(now, count);
      if (priority === "delivery") ofDelivery?.take(now, count);
      pace.take(now, count);
    },
    release: (now, count) => {
      window?.release(now, count);
      pace.release(now, count);
    },
    throttled: (now, retryAfterMs) => {
      if (retryAfterMs !== undefined && retryAfterMs > 0) blockedUntil = Math.max(blockedUntil, now + retryAfterMs);
      else pace.halve(now);
    },
    succeeded: (now) => pace.succeeded(now),
    waiting: (now) => {
      if (now < blockedUntil) return "blocked";
      if (window !== undefined && window.used(now) >= limitOf("campaign", now)) return "window";
      return pace.rate() === undefined ? undefined : "slowed";
    },
    ratePerSecond: () => pace.rate() ?? mean,
    adaptedRate: () => pace.rate(),
  };
}
