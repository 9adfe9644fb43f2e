/**
 * How long ago the ledger last said that a job is ours. A process that was suspended may have lost its job to another one, which looks
 * the claimed rows up and sends them: what was claimed before is then not to be performed any more.
 */
import type { Clock } from "../hosts.ts";

/** On either clock: one jumps, the other stands still while some systems sleep. */
const freshMs = 5_000;

export interface Ownership {
  /** Whether it was proved lately. */
  isFresh(): boolean;
  /** To be called before the ledger is asked; the answer is called when it has said yes. */
  startCheck(): () => void;
  /** Asks the ledger, once for all who want to know. Rejects where the job is not ours any more. */
  renew(): Promise<void>;
}

export function createOwnership(clock: Clock, requireOwner: () => Promise<void>): Ownership {
  const moment = (): { wall: number; monotonic: number } => ({ wall: clock.now(), monotonic: clock.monotonic() });
  let proved = moment();
  let renewing: Promise<void> | undefined;
  const startCheck = (): (() => void) => {
    // Not when the answer arrives: the process may have been suspended meanwhile.
    const requestedAt = moment();
    return () => {
      proved = requestedAt;
    };
  };
  return {
    isFresh() {
      const { wall, monotonic } = moment();
      // A wall clock that was set, either way, says nothing of the time that passed.
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
