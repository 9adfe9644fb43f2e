/** How fast work is done right now: counted in short windows, so that it follows within a twentieth of a second. */
import type { Clock } from "../hosts.ts";

const windowMs = 50;

export interface Speed {
  add(): void;
  /** Units a millisecond in the last full window; 0 until there was one. */
  perMs(): number;
}

export function createSpeed(clock: Clock): Speed {
  let windowAt = clock.monotonic();
  let count = 0;
  let perMs = 0;
  return {
    add() {
      count += 1;
      const passedMs = clock.monotonic() - windowAt;
      if (passedMs < windowMs) return;
      perMs = count / passedMs;
      windowAt += passedMs;
      count = 0;
    },
    perMs: () => perMs,
  };
}
