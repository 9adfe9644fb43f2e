/**
 * Work that is asked for far more often than it needs doing: done soon, seldom, and never so that it eats the machine.
 *
 * Invariants: one run at a time; whatever was asked during a run or its rest is answered by one more run after it; after a run that
 * took long comes a rest that is longer in proportion.
 */

export interface ThrottleOptions {
  /** At least so long from the end of one run to the beginning of the next. */
  readonly everyMs: number;
  /** Runs take at most this share of the time. */
  readonly share?: number;
  /** A rest takes no longer, whatever the run took: what is shown may be so old at most. */
  readonly restAtMostMs?: number;
  /** What a run has cost beyond its own time, where others go on working for it. */
  readonly costMs?: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number;
  readonly later?: (run: () => void, inMs: number) => void;
}

/** Asks for the work; `work` must not reject. */
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
