/**
 * One listener per signal for any number of requests: thousands of requests share the signal of a campaign, and
 * `addEventListener` walks the whole list of listeners each time.
 */
export interface AbortBell {
  /** Calls `run` once when `signal` is aborted, unless it is taken back before. */
  listen(signal: AbortSignal, run: () => void): void;
  takeBack(signal: AbortSignal, run: () => void): void;
}

export function createAbortBell(): AbortBell {
  const listening = new WeakMap<AbortSignal, Set<() => void>>();
  return {
    listen(signal, run) {
      let runs = listening.get(signal);
      if (runs === undefined) {
        const made = new Set<() => void>();
        runs = made;
        listening.set(signal, made);
        signal.addEventListener("abort", () => made.forEach((one) => one()), { once: true });
      }
      runs.add(run);
    },
    takeBack(signal, run) {
      listening.get(signal)?.delete(run);
    },
  };
}
