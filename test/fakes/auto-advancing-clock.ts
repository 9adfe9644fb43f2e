/** A fake clock for work over real HTTP: each turn of the event loop advances it, so hours take milliseconds. */
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

export interface AutoAdvancingClock extends FakeClock, Disposable {
  /** Increases the step until the work is done. */
  fastForward<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when `ms` have passed. */
  pass(ms: number): Promise<void>;
}

/** A request takes several turns of the event loop: small steps make it take little time on this clock. */
const stepMs = { slow: 1, fast: 500 };

/** Starts at `startAt` (epoch milliseconds) and advances until it is disposed. */
export function createAutoAdvancingClock(startAt: number): AutoAdvancingClock {
  const clock = createFakeClock(startAt);
  const disposal = new AbortController();
  let step = stepMs.slow;
  void (async () => {
    while (!disposal.signal.aborted) await clock.advance(step);
  })();
  const fastForward = async <T>(work: () => Promise<T>): Promise<T> => {
    step = stepMs.fast;
    try {
      return await work();
    } finally {
      step = stepMs.slow;
    }
  };
  return Object.assign(clock, {
    fastForward,
    pass: (ms: number) =>
      fastForward(
        () =>
          new Promise<void>((resolve) => {
            clock.after(ms, resolve);
          }),
      ),
    [Symbol.dispose]: () => disposal.abort(),
  });
}
