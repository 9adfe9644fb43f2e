/** A clock that a test advances: an hour takes milliseconds, and timers run in a fixed order. */
import type { Clock } from "../../main/core/hosts.ts";

export interface FakeClock extends Clock {
  /** Advances both clocks by `ms`, runs due timers in order of time and lets promises resolve after each. */
  advance(ms: number): Promise<void>;
  /** Moves only the wall clock, as a wake from sleep or a correction does; timers are not affected. */
  jump(ms: number): void;
  /** Starts the count of the uptime again. */
  reboot(): void;
  /** Number of pending timers. */
  readonly waiting: number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Starts at `startAt` (epoch milliseconds); the monotonic clock starts at 0. */
export function createFakeClock(startAt = Date.UTC(2031, 0, 1)): FakeClock {
  let wall = startAt;
  let monotonic = 0;
  let bootedAt = 0;
  let timers: readonly Timer[] = [];

  const nextUntil = (end: number): Timer | undefined =>
    timers.reduce<Timer | undefined>(
      (first, timer) => (timer.at <= end && (first === undefined || timer.at < first.at) ? timer : first),
      undefined,
    );
  const moveTo = (at: number): void => {
    wall += at - monotonic;
    monotonic = at;
  };

  return {
    now: () => wall,
    monotonic: () => monotonic,
    uptime: () => Math.floor((monotonic - bootedAt) / 1000) * 1000,
    after: (delayMs, run) => {
      const timer: Timer = { at: monotonic + Math.max(0, delayMs), run };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: async (ms) => {
      const end = monotonic + ms;
      await flushPromises();
      for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
        const due = timer;
        timers = timers.filter((other) => other !== due);
        moveTo(Math.max(monotonic, due.at));
        due.run();
        await flushPromises();
      }
      moveTo(end);
      await flushPromises();
    },
    jump: (ms) => {
      wall += ms;
    },
    reboot: () => {
      bootedAt = monotonic;
    },
    get waiting() {
      return timers.length;
    },
  };
}

/** Two turns of the event loop: every promise that depends on nothing external has resolved by then. */
async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
