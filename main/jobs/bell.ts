/** A wait that ends after a while, when somebody rings, or when it is no longer wanted; never an error. */
import type { Clock } from "../hosts.ts";

export interface Bell {
  /** Ends the wait under way, or else the next one at once. */
  ring(): void;
  wait(longestMs: number, signal: AbortSignal): Promise<void>;
}

export function createBell(clock: Clock): Bell {
  let wake: (() => void) | undefined;
  /** Rung while nobody waited. */
  let rung = false;
  return {
    ring: () => {
      if (wake === undefined) rung = true;
      else wake();
    },
    wait: (longestMs, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          cancel();
          signal.removeEventListener("abort", end);
          wake = undefined;
          resolve();
        };
        const cancel = clock.after(longestMs, end);
        wake = end;
        signal.addEventListener("abort", end, { once: true });
        if (signal.aborted || rung) {
          rung = false;
          end();
        }
      }),
  };
}
