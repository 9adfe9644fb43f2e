/**
 * Spaces work evenly at a set rate, which may change at any time.
 *
 * Invariant: over any span, takes ≤ rate × span + burst, where burst is a quarter of a second's worth (at least one): enough to
 * compensate for a late timer, too little to change a minute's mean by 2 %.
 */
import type { Clock } from "../hosts.ts";
import { sleep } from "../wait.ts";

const burstSeconds = 0.25;

export interface Pacer {
  /** Waits until at least one unit is due and takes up to `max`. */
  take(max: number, signal: AbortSignal): Promise<number>;
  /** Returns units that were taken but not used. */
  giveBack(count: number): void;
  /** Units per second; undefined removes the limit. Also applies to calls that are waiting. */
  setRate(ratePerSecond: number | undefined): void;
}

export function createPacer(clock: Clock, ratePerSecond: number | undefined): Pacer {
  let rate = ratePerSecond;
  let credit = 1;
  let creditAt = clock.monotonic();
  let wake: (() => void) | undefined;

  const burst = (): number => Math.max(1, (rate ?? 0) * burstSeconds);
  const accrue = (): void => {
    const now = clock.monotonic();
    if (rate !== undefined) credit = Math.min(burst(), credit + ((now - creditAt) / 1000) * rate);
    creditAt = now;
  };

  async function take(max: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      if (rate === undefined) return max;
      accrue();
      if (credit >= 1 - 1e-9) {
        const granted = Math.min(max, Math.max(1, Math.floor(credit)));
        credit -= granted;
        return granted;
      }
      await waitFor(((1 - credit) / rate) * 1000, signal);
    }
  }

  async function waitFor(delayMs: number, signal: AbortSignal): Promise<void> {
    const changed = new AbortController();
    wake = () => changed.abort();
    const either = AbortSignal.any([signal, changed.signal]);
    await sleep(clock, delayMs, either).catch((error: unknown) => {
      if (signal.aborted) throw error;
    });
    wake = undefined;
  }

  return {
    take,
    giveBack(count) {
      if (rate !== undefined) credit = Math.min(burst(), credit + count);
    },
    setRate(next) {
      accrue();
      if (rate === undefined) credit = Math.min(1, credit);
      rate = next;
      if (rate !== undefined) credit = Math.min(credit, burst());
      wake?.();
    },
  };
}

// Measures how fast work is done.

const windowMs = 50;

/** Current speed, measured in short windows so that it follows changes within a twentieth of a second. */
export interface Speed {
  add(): void;
  /** Units per millisecond in the last full window; 0 before the first one. */
  perMs(): number;
}

export function createSpeed(clock: Clock): Speed {
  let windowAt = clock.monotonic();
  let count = 0;
  let perMs = 0;
  return {
    add() {
      count += 1;
      const passedMs = clock.monotonic() - windowAt;
      if (passedMs < windowMs) return;
      perMs = count / passedMs;
      windowAt += passedMs;
      count = 0;
    },
    perMs: () => perMs,
  };
}

const spanSeconds = 10;

/** Recent rate, with one-second buckets on the monotonic clock. */
export interface RateMeter {
  add(count: number): void;
  /** Units per second over the last ten seconds, or since the first unit if that is shorter. */
  perSecond(): number;
}

export function createRateMeter(clock: Clock): RateMeter {
  const buckets = new Map<number, number>();
  let firstMs: number | undefined;

  const second = (): number => Math.floor(clock.monotonic() / 1000);
  return {
    add(count) {
      firstMs ??= clock.monotonic();
      const now = second();
      buckets.set(now, (buckets.get(now) ?? 0) + count);
      for (const key of buckets.keys()) if (key <= now - spanSeconds) buckets.delete(key);
    },
    perSecond() {
      if (firstMs === undefined) return 0;
      const now = second();
      let sum = 0;
      for (const [key, count] of buckets) if (key > now - spanSeconds) sum += count;
      const elapsed = (clock.monotonic() - firstMs) / 1000;
      return sum / Math.max(1, Math.min(spanSeconds, elapsed));
    },
  };
}
