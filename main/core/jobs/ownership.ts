/**
 * Tracks how long ago the ledger confirmed that a job is ours. A process that was suspended may have lost its job to another one,
 * which looks up the claimed rows and sends them; rows claimed before must not be performed then.
 */
import type { Clock } from "../hosts.ts";

/** Maximum age of a confirmation on both clocks: the wall clock may jump, and the monotonic clock stops while some systems sleep. */
const freshMs = 5_000;

export interface Ownership {
  /** Whether ownership was confirmed recently. */
  isFresh(): boolean;
  /** Call it before a ledger call that checks ownership, and the returned function once that call has succeeded. */
  startCheck(): () => void;
  /** Checks ownership with the ledger, once for all concurrent callers. Rejects where the job is no longer ours. */
  renew(): Promise<void>;
}

export function createOwnership(clock: Clock, requireOwner: () => Promise<void>): Ownership {
  const moment = (): { wall: number; monotonic: number } => ({ wall: clock.now(), monotonic: clock.monotonic() });
  let proved = moment();
  let renewing: Promise<void> | undefined;
  const startCheck = (): (() => void) => {
    // Not the time of the answer: the process may have been suspended in between.
    const requestedAt = moment();
    return () => {
      proved = requestedAt;
    };
  };
  return {
    isFresh() {
      const { wall, monotonic } = moment();
      // A wall clock that was set, in either direction, does not measure the time that passed.
      return Math.abs(wall - proved.wall) <= freshMs && monotonic - proved.monotonic <= freshMs;
    },
    startCheck,
    renew: () =>
      (renewing ??= requireOwner()
        .then(startCheck())
        .finally(() => {
          renewing = undefined;
        })),
  };
}
