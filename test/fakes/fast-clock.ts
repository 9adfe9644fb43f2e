/**
 * A clock that runs many times as fast as the computer's, for work with real waits and real requests; its wall clock can be moved forward.
 */
import type { Clock } from "../../main/core/hosts.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";

export interface FastClock extends Clock {
  /** Moves the wall clock forward; timers are not affected. */
  jump(ms: number): void;
  /** Moves both clocks forward, as if the time had passed; timers are not affected. */
  pass(ms: number): void;
}

export function createFastClock(times: number): FastClock {
  const real = createSystemClock();
  const startedAt = real.now();
  const origin = real.monotonic();
  let jumped = 0;
  let passed = 0;
  const elapsed = (): number => (real.monotonic() - origin) * times + passed;
  return {
    now: () => Math.round(startedAt + elapsed() + jumped),
    monotonic: elapsed,
    uptime: () => Math.floor(elapsed() / 1000) * 1000,
    after: (delayMs, run) => real.after(delayMs / times, run),
    jump: (ms) => {
      jumped += ms;
    },
    pass: (ms) => {
      passed += ms;
    },
  };
}
