/**
 * The rate learned from throttling without a Retry-After: halved at once, then increased again in equal steps.
 *
 * Invariants:
 * - without throttling there is no rate, and only a counter is updated;
 * - several rejections at the same time halve once (at most once a second);
 * - isolated rejections among successes do not lower the rate below an eighth of the last working rate; a run of rejections alone may, down to one
 *   request in five seconds.
 */
import { createRateWindow } from "./rate-window.ts";

const observeMs = 5_000;
const halveAtMostEveryMs = 1_000;
const slowestPerSecond = 0.2;
/** Time from half of the former rate back to all of it while responses keep arriving. */
const recoveryMs = 10_000;

export interface AdaptiveRate {
  /** Requests per second; undefined before the first throttling. */
  rate(): number | undefined;
  take(now: number, count: number): void;
  release(now: number, count: number): void;
  available(now: number): number;
  waitMs(now: number): number;
  halve(now: number): void;
  succeeded(now: number): void;
}

export function createAdaptiveRate(): AdaptiveRate {
  const observed = createRateWindow(observeMs);
  let startedAt: number | undefined;
  let rate: number | undefined;
  let former = 0;
  let tokens = 0;
  let refilledAt = 0;
  let grownAt = 0;
  let halvedAt = Number.NEGATIVE_INFINITY;
  let successes = 0;
  let rejections = 0;

  const refill = (now: number, perSecond: number): void => {
    const burst = Math.max(1, perSecond / 10);
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
  };
  const observedRate = (now: number): number => {
    const seconds = Math.min(observeMs, Math.max(1_000, now - (startedAt ?? now))) / 1000;
    return Math.max(1, observed.used(now) / seconds);
  };

  return {
    rate: () => rate,
    take: (now, count) => {
      startedAt ??= now;
      observed.take(now, count);
      if (rate !== undefined) tokens -= count;
    },
    release: (now, count) => {
      observed.release(now, count);
      if (rate !== undefined) tokens += count;
    },
    available: (now) => {
      if (rate === undefined) return Number.POSITIVE_INFINITY;
      refill(now, rate);
      return Math.max(0, Math.floor(tokens + 1e-9));
    },
    waitMs: (now) => {
      if (rate === undefined) return 0;
      refill(now, rate);
      return tokens >= 1 - 1e-9 ? 0 : ((1 - tokens) / rate) * 1000;
    },
    halve: (now) => {
      rejections += 1;
      if (now - halvedAt < halveAtMostEveryMs) return;
      if (rate === undefined) former = observedRate(now);
      const current = rate ?? former;
      const floor = successes > 4 * rejections ? former / 8 : slowestPerSecond;
      rate = Math.min(current, Math.max(slowestPerSecond, floor, current / 2));
      tokens = Math.min(tokens, 0);
      refilledAt = grownAt = halvedAt = now;
      successes = rejections = 0;
    },
    succeeded: (now) => {
      successes += 1;
      if (rate === undefined) return;
      const elapsed = Math.min(1_000, now - grownAt);
      refill(now, rate);
      rate += (former / 2) * (elapsed / recoveryMs);
      grownAt = now;
      if (rate >= former) rate = undefined;
    },
  };
}
