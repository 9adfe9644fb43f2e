/** Work that comes round all along and is not ended by trouble that may pass, such as a disk that is full for a while. */
import type { Clock } from "../../../hosts.ts";
import { createBell } from "../../../jobs/bell.ts";

export interface KeepOnOptions {
  readonly round: () => Promise<void>;
  readonly everyMs: number;
  readonly clock: Clock;
  /** Told of the first of several failures in a row. */
  readonly onTrouble: (cause: unknown) => void;
  readonly signal: AbortSignal;
}

/** Resolves when `signal` is aborted; never rejects. */
export async function keepOn({ round, everyMs, clock, onTrouble, signal }: KeepOnOptions): Promise<void> {
  const bell = createBell(clock);
  let troubled = false;
  while (!signal.aborted) {
    try {
      await round();
      troubled = false;
    } catch (cause) {
      if (!troubled && !signal.aborted) onTrouble(cause);
      troubled = true;
    }
    await bell.wait(everyMs, signal);
  }
}
