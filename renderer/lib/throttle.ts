/**
 * Throttles work that is requested far more often than it has to run, with a bounded share of CPU time.
 *
 * Invariants: one run at a time; any number of requests during a run or its pause cause one more run after it; the pause after a
 * run is proportional to its cost.
 */

export interface ThrottleOptions {
  /** Minimum pause between runs. */
  readonly everyMs: number;
  /** Maximum share of the time spent in runs. */
  readonly share?: number;
  /** Maximum pause, regardless of the cost of a run; bounds the age of displayed data. */
  readonly restAtMostMs?: number;
  /** Cost of a run in milliseconds, if work continues elsewhere after it returned. */
  readonly costMs?: () => number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly later?: (run: () => void, inMs: number) => void;
}

/** Returns a function that requests a run; `work` must not reject. */
export function throttle(work: () => Promise<void> | void, settings: ThrottleOptions): () => void {
  const { everyMs, share = 0.05, costMs = () => 0, restAtMostMs = Infinity } = settings;
  const { now = () => performance.now(), later = (run, inMs) => void setTimeout(run, inMs) } = settings;
  let isRequested = false;
  let busy = false;
  let restUntil = -Infinity;
  const run = async (): Promise<void> => {
    isRequested = false;
    const startedAt = now();
    await work();
    const cost = Math.max(now() - startedAt, costMs());
    restUntil = now() + Math.max(everyMs, Math.min(cost / share, restAtMostMs));
    busy = false;
    if (isRequested) plan();
  };
  const plan = (): void => {
    busy = true;
    later(() => void run(), Math.max(0, restUntil - now()));
  };
  return () => {
    isRequested = true;
    if (!busy) plan();
  };
}
