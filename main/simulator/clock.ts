/** The simulator's own time. It shares no code with the client, so it has a clock file of its own. */

/** Where the time comes from; the program's clock and the tests' clock both fit. */
export interface SimulatorClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The base clock plus everything it was moved forward by hand. */
export interface SimulatorTime extends SimulatorClock {
  advance(byMs: number): void;
  /** Forgets everything that still waits. */
  stop(): void;
}

/** `real` runs with the computer; `stopped` stands at the moment of the start until it is advanced, delays still pass. */
export function createSimulatorTime(source: SimulatorClock | "real" | "stopped"): SimulatorTime {
  const base = typeof source === "string" ? realClock : source;
  const frozenAt = source === "stopped" ? base.now() : undefined;
  let advanced = 0;
  const waiting = new Set<() => void>();
  return {
    now: () => (frozenAt ?? base.now()) + advanced,
    after: (delayMs, run) => {
      const cancel = (): void => {
        waiting.delete(cancel);
        stopTimer();
      };
      const stopTimer = base.after(delayMs, () => {
        waiting.delete(cancel);
        run();
      });
      waiting.add(cancel);
      return cancel;
    },
    stop: () => {
      for (const cancel of waiting) cancel();
    },
    advance: (byMs) => {
      if (!Number.isFinite(byMs) || byMs < 0)
        throw new Error("The simulator's clock can only be moved forward, by milliseconds.");
      advanced += byMs;
    },
  };
}

const realClock: SimulatorClock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
