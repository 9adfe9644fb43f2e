/**
 * One listener per signal for any number of requests: a campaign's signal is shared by thousands of requests, and
 * `addEventListener` scans the whole listener list on each call.
 */
export interface AbortListeners {
  /** Calls `run` once when `signal` is aborted, unless the returned function removed it before. */
  listen(signal: AbortSignal, run: () => void): void;
  unlisten(signal: AbortSignal, run: () => void): void;
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
    unlisten(signal, run) {
      listening.get(signal)?.delete(run);
    },
  };
}
