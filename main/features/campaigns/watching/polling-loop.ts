/** Background work in rounds; a failure that may pass, such as a disk that is full for a while, does not end it. */
import type { Clock } from "../../../core/hosts.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";

export interface PollingLoopOptions {
  readonly round: () => Promise<void>;
  readonly everyMs: number;
  readonly clock: Clock;
  /** Called for the first of several failures in a row. */
  readonly onError: (cause: unknown) => void;
  readonly signal: AbortSignal;
}

/** Resolves when `signal` is aborted; never rejects. */
export async function runPollingLoop({ round, everyMs, clock, onError, signal }: PollingLoopOptions): Promise<void> {
  const wakeableSleep = createWakeableSleep(clock);
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await round();
      isFailing = false;
    } catch (cause) {
      if (!isFailing && !signal.aborted) onError(cause);
      isFailing = true;
    }
    await wakeableSleep.wait(everyMs, signal);
  }
}
