/** A sleep that ends after a time, when it is woken, or when it is aborted; never an error. */
import type { Clock } from "../hosts.ts";

export interface WakeableSleep {
  /** Ends the current wait, or else the next one at once. */
  wake(): void;
  /** Resolves with the reason for its end. A timer may fire a little early, so the elapsed time does not show the reason. */
  wait(longestMs: number, signal: AbortSignal): Promise<"woken" | "time" | "aborted">;
}

export function createWakeableSleep(clock: Clock): WakeableSleep {
  let wake: ((reason: "woken") => void) | undefined;
  /** `wake` was called while nothing waited. */
  let woken = false;
  return {
    wake: () => {
      if (wake === undefined) woken = true;
      else wake("woken");
    },
    wait: (longestMs, signal) =>
      new Promise((resolve) => {
        const end = (reason: "woken" | "time" | "aborted"): void => {
          cancel();
          signal.removeEventListener("abort", onAbort);
          wake = undefined;
          resolve(reason);
        };
        const onAbort = (): void => end("aborted");
        const cancel = clock.after(longestMs, () => end("time"));
        wake = end;
        signal.addEventListener("abort", onAbort, { once: true });
        if (signal.aborted || woken) {
          woken = false;
          end(signal.aborted ? "aborted" : "woken");
        }
      }),
  };
}
