/** A clock that runs many times as fast as the computer's, and may be moved forward: for what really waits and really asks. */
import type { Clock } from "../../main/hosts.ts";
import { createSystemClock } from "../../main/node/clock.ts";

export interface FastClock extends Clock {
  /** Moves the wall clock forward; timers notice nothing. */
  jump(ms: number): void;
}

export function createFastClock(times: number): FastClock {
  const real = createSystemClock();
  const startedAt = real.now();
  const origin = real.monotonic();
  let jumped = 0;
  const elapsed = (): number => (real.monotonic() - origin) * times;
  return {
    now: () => Math.round(startedAt + elapsed() + jumped),
    monotonic: elapsed,
    after: (delayMs, run) => real.after(delayMs / times, run),
    jump: (ms) => {
      jumped += ms;
    },
  };
}
