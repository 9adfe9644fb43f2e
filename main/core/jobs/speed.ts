/** Current speed of work, measured in short windows so that it follows changes within a twentieth of a second. */
import type { Clock } from "../hosts.ts";

const windowMs = 50;

export interface Speed {
  add(): void;
  /** Units per millisecond in the last full window; 0 before the first one. */
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
