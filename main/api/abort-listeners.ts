/**
 * One listener per signal for any number of requests: thousands of requests share the signal of a campaign, and
 * `addEventListener` walks the whole list of listeners each time.
 */
export interface AbortListeners {
  /** Calls `run` once when `signal` is aborted, unless it is taken back before. */
  listen(signal: AbortSignal, run: () => void): void;
  takeBack(signal: AbortSignal, run: () => void): void;
}

export function createAbortListeners(): AbortListeners {
  const listening = new WeakMap<AbortSignal, Set<() => void>>();
  return {
    listen(signal, run) {
      let runs = listening.get(signal);
      if (runs === undefined) {
        const callbacks = new Set<() => void>();
        runs = callbacks;
        listening.set(signal, callbacks);
        signal.addEventListener("abort", () => callbacks.forEach((one) => one()), { once: true });
      }
      runs.add(run);
    },
    takeBack(signal, run) {
      listening.get(signal)?.delete(run);
    },
  };
}
