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
