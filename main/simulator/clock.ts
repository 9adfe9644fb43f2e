/** The simulator's own time. It shares no code with the client, so it has a clock file of its own. */

/** The time source; compatible with the program's clock and the tests' clock. */
export interface SimulatorClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The base clock plus all advances. */
export interface SimulatorTime extends SimulatorClock {
  advance(byMs: number): void;
  /** Cancels all pending timers. */
  stop(): void;
}

interface Waiting {
  readonly dueAt: number;
  readonly run: () => void;
  stopTimer: () => void;
}

/**
 * `real` runs with the computer's time; `stopped` stays at the time of the start until it is advanced. Delays elapse with the
 * computer's time, and by being advanced.
 */
export function createSimulatorTime(source: SimulatorClock | "real" | "stopped"): SimulatorTime {
  const base = typeof source === "string" ? realClock : source;
  const frozenAt = source === "stopped" ? base.now() : undefined;
  let advanced = 0;
  /** In the order in which they were requested. */
  const waiting = new Set<Waiting>();
  const passed = (): number => base.now() + advanced;
  const start = (one: Waiting): void => {
    one.stopTimer = base.after(Math.max(0, one.dueAt - passed()), () => {
      waiting.delete(one);
      one.run();
    });
  };
  return {
    now: () => (frozenAt ?? base.now()) + advanced,
    after: (delayMs, run) => {
      const one: Waiting = { dueAt: passed() + delayMs, run, stopTimer: () => {} };
      waiting.add(one);
      start(one);
      return () => {
        waiting.delete(one);
        one.stopTimer();
      };
    },
    stop: () => {
      for (const one of waiting) one.stopTimer();
      waiting.clear();
    },
    advance: (byMs) => {
      if (!Number.isFinite(byMs) || byMs < 0)
        throw new Error("The simulator's clock can only be moved forward, by milliseconds.");
      advanced += byMs;
      const inOrder = [...waiting].sort((a, b) => a.dueAt - b.dueAt);
      for (const one of inOrder) one.stopTimer();
      for (const one of inOrder) {
        if (one.dueAt > passed()) start(one);
        else if (waiting.delete(one)) one.run();
      }
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
