/**
 * How many requests may leave now, limited by a current Retry-After, the window of the ceiling, and the adaptive rate.
 * Within the window, delivery checks and look-ups have a share of their own: a quarter at most while a campaign sends, three quarters
 * otherwise, and a reserve that only clicks may use up. Has no queue and no timer. Times are milliseconds of the monotonic clock.
 */
import type { Ceiling, Priority } from "./priority.ts";

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
  /** Continues this budget under a ceiling: with another one, requests of the current window count as sent now. */
  withCeiling(ceiling: Ceiling, now: number): RateBudget;
}

/** State of a budget that another one continues. */
interface FormerBudget {
  readonly pace: AdaptiveRate;
  readonly blockedUntil: number;
  readonly now: number;
  /** Requests in the current window: all, and those of campaigns and of delivery checks. */
  readonly used: number;
  readonly usedByCampaigns: number;
  readonly usedForDelivery: number;
}

export function createRateBudget(ceiling: Ceiling, former?: FormerBudget): RateBudget {
  const window = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const ofCampaigns = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const ofDelivery = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const limit = ceiling === "none" ? Number.POSITIVE_INFINITY : ceiling.requests;
  const quarter = Math.max(1, Math.floor(limit / 4));
  /** For clicks, and as much again for delivery checks. */
  const reserved = ceiling === "none" ? 0 : Math.min(20, Math.floor(ceiling.requests / 100));
  const mean = ceiling === "none" ? undefined : ceiling.requests / ceiling.seconds;
  const pace = former?.pace ?? createAdaptiveRate();
  let blockedUntil = former?.blockedUntil ?? Number.NEGATIVE_INFINITY;
  if (former !== undefined) {
    window?.take(former.now, former.used);
    ofCampaigns?.take(former.now, former.usedByCampaigns);
    ofDelivery?.take(former.now, former.usedForDelivery);
  }

  const limitOf = (priority: Priority, now: number): number => {
    if (priority === "click") return limit;
    const reservedForDelivery = priority === "delivery" ? 0 : Math.max(0, reserved - (ofDelivery?.used(now) ?? 0));
    return limit - reserved - reservedForDelivery;
  };
  const deliveryLimit = (now: number): number =>
    (ofCampaigns?.used(now) ?? 0) > 0 ? quarter : Math.max(1, limit - reserved - quarter);
  const budget: RateBudget = {
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
    withCeiling: (next, now) => {
      if (JSON.stringify(next) === JSON.stringify(ceiling)) return budget;
      // A longer window also contains requests before this one, which are no longer counted: as many per second are assumed.
      const longer = ceiling === "none" || next === "none" ? 1 : Math.max(1, next.seconds / ceiling.seconds);
      const usedOf = (counter: typeof window): number => Math.ceil((counter?.used(now) ?? 0) * longer);
      return createRateBudget(next, {
        pace,
        blockedUntil,
        now,
        used: usedOf(window),
        usedByCampaigns: usedOf(ofCampaigns),
        usedForDelivery: usedOf(ofDelivery),
      });
    },
  };
  return budget;
}

const observeMs = 5_000;
const halveAtMostEveryMs = 1_000;
const slowestPerSecond = 0.2;
/** Time from half of the former rate back to all of it while responses keep arriving. */
const recoveryMs = 10_000;

interface AdaptiveRate {
  /** Requests per second; undefined before the first throttling. */
  rate(): number | undefined;
  take(now: number, count: number): void;
  release(now: number, count: number): void;
  available(now: number): number;
  waitMs(now: number): number;
  halve(now: number): void;
  succeeded(now: number): void;
}

/**
 * The rate learned from throttling without a Retry-After: halved at once, then increased again in equal steps.
 *
 * Invariants:
 * - without throttling there is no rate, and only a counter is updated;
 * - several rejections at the same time halve once (at most once a second);
 * - isolated rejections among successes do not lower the rate below an eighth of the last working rate; a run of rejections alone may, down to one
 *   request in five seconds.
 */
function createAdaptiveRate(): AdaptiveRate {
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

const slots = 200;

interface RateWindow {
  used(now: number): number;
  take(now: number, count: number): void;
  /** Returns the newest `count`. */
  release(now: number, count: number): void;
  /** Milliseconds until `used` will be at most `target`, if nothing else is counted. */
  waitMs(now: number, target: number): number;
}

/**
 * Counts events in a sliding time window, in 200 slots.
 *
 * Invariant: `used(now)` is never less than the true count of the last `windowMs`; it may include up to one slot (0.5 %) more,
 * so a ceiling tested against it holds over every window, wherever it begins.
 */
export function createRateWindow(windowMs: number): RateWindow {
  const slotMs = windowMs / slots;
  const size = slots + 1;
  const counts = new Float64Array(size);
  let newest = Number.NEGATIVE_INFINITY;
  let total = 0;

  const at = (slot: number): number => ((slot % size) + size) % size;
  const countOf = (slot: number): number => counts[at(slot)] ?? 0;

  const advance = (now: number): void => {
    const slot = Math.floor(now / slotMs);
    if (slot <= newest) return;
    if (slot - newest >= size) {
      counts.fill(0);
      total = 0;
    } else {
      for (let next = newest + 1; next <= slot; next += 1) {
        total -= countOf(next);
        counts[at(next)] = 0;
      }
    }
    newest = slot;
  };

  return {
    used: (now) => {
      advance(now);
      return total;
    },
    take: (now, count) => {
      advance(now);
      counts[at(newest)] = countOf(newest) + count;
      total += count;
    },
    release: (now, count) => {
      advance(now);
      let left = count;
      for (let slot = newest; left > 0 && slot > newest - size; slot -= 1) {
        const part = Math.min(left, countOf(slot));
        counts[at(slot)] = countOf(slot) - part;
        total -= part;
        left -= part;
      }
    },
    waitMs: (now, target) => {
      advance(now);
      let left = total;
      for (let slot = newest - slots; slot <= newest && left > target; slot += 1) {
        left -= countOf(slot);
        if (left <= target) return Math.max(0, (slot + size) * slotMs - now);
      }
      return left <= target ? 0 : windowMs;
    },
  };
}

export interface Fifo<T> {
  readonly length: number;
  push(item: T): void;
  peek(): T | undefined;
  shift(): T | undefined;
}

/** First in, first out; each operation takes constant time at any length. */
export function createFifo<T>(): Fifo<T> {
  let items: (T | undefined)[] = [];
  let next = 0;
  return {
    get length() {
      return items.length - next;
    },
    push: (item) => {
      items.push(item);
    },
    peek: () => items[next],
    shift: () => {
      if (next >= items.length) return undefined;
      const item = items[next];
      items[next] = undefined;
      next += 1;
      if (next === items.length || (next >= 1_024 && next * 2 >= items.length)) {
        items = items.slice(next);
        next = 0;
      }
      return item;
    },
  };
}
