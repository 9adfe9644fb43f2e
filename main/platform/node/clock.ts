/** The real clock: the only place that uses `Date.now` and `setTimeout`. */
import { uptime } from "node:os";
import type { Clock } from "../../core/hosts.ts";

/** Longest delay that a Node timer supports; a longer one is split. */
const longestTimerMs = 2 ** 31 - 1;

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    uptime: () => Math.floor(uptime()) * 1000,
    after: (delayMs, run) => {
      let remaining = Math.max(0, delayMs);
      let timer: NodeJS.Timeout | undefined;
      const step = (): void => {
        const piece = Math.min(remaining, longestTimerMs);
        remaining -= piece;
        timer = setTimeout(() => (remaining > 0 ? step() : run()), piece);
      };
      step();
      return () => clearTimeout(timer);
    },
  };
}
