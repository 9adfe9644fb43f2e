/** Measures the recent rate in units per second, with one-second buckets on the monotonic clock. */
import type { Clock } from "../hosts.ts";

const spanSeconds = 10;

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
