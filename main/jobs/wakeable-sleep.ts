/** A wait that ends after a while, when somebody rings, or when it is no longer wanted; never an error. */
import type { Clock } from "../hosts.ts";

export interface WakeableSleep {
  /** Ends the wait under way, or else the next one at once. */
  wake(): void;
  /** Says why it ended. A timer may fire a little early, so the time that passed does not tell. */
  wait(longestMs: number, signal: AbortSignal): Promise<"rung" | "time" | "aborted">;
}

export function createWakeableSleep(clock: Clock): WakeableSleep {
  let wake: ((why: "rung") => void) | undefined;
  /** Rung while nobody waited. */
  let rung = false;
  return {
    wake: () => {
      if (wake === undefined) rung = true;
      else wake("rung");
    },
    wait: (longestMs, signal) =>
      new Promise((resolve) => {
        const end = (why: "rung" | "time" | "aborted"): void => {
          cancel();
          signal.removeEventListener("abort", onAbort);
          wake = undefined;
          resolve(why);
        };
        const onAbort = (): void => end("aborted");
        const cancel = clock.after(longestMs, () => end("time"));
        wake = end;
        signal.addEventListener("abort", onAbort, { once: true });
        if (signal.aborted || rung) {
          rung = false;
          end(signal.aborted ? "aborted" : "rung");
        }
      }),
  };
}
