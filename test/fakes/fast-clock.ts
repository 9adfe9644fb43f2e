/**
 * A clock that runs many times as fast as the computer's, for work with real waits and real requests; its wall clock can be moved forward.
 */
import type { Clock } from "../../main/core/hosts.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";

export interface FastClock extends Clock {
  /** Moves the wall clock forward; timers are not affected. */
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
