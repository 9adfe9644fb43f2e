/** Deletes data past its retention in the background, in small steps, and never while something is sent. */
import type { Clock, Log } from "../../core/hosts.ts";

export interface PruningDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** A campaign or a change of quotas runs. */
  readonly isSending: () => Promise<boolean>;
  /** Each deletes a bounded number of rows; true while there may be more. */
  readonly steps: Readonly<Record<string, () => Promise<boolean>>>;
}

export interface Pruning {
  /** `afterMs`: the first round. */
  start(afterMs: number): void;
  /** Waits for the current step. */
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const intervals = { done: 6 * hourMs, postponed: hourMs / 6 } as const;

export function createPruning({ clock, log, isSending, steps }: PruningDeps): Pruning {
  let stopped = false;
  let cancel = (): void => undefined;
  let round = Promise.resolve();

  /** False if something began to send. */
  const prune = async (step: () => Promise<boolean>): Promise<boolean> => {
    for (;;) {
      if (stopped) return true;
      if (await isSending()) return false;
      if (!(await step())) return true;
    }
  };
  const runAll = async (): Promise<keyof typeof intervals> => {
    for (const [name, step] of Object.entries(steps)) {
      try {
        if (!(await prune(step))) return "postponed";
      } catch (error) {
        // The other data is pruned anyway; this is tried again with the next round.
        log.error("retention.not-pruned", { data: name }, error);
      }
    }
    return "done";
  };
  const runAndSchedule = async (): Promise<void> => {
    const end = await runAll();
    if (!stopped) schedule(intervals[end]);
  };
  const schedule = (afterMs: number): void => {
    cancel = clock.after(afterMs, () => {
      round = runAndSchedule();
    });
  };
  return {
    start: schedule,
    stop: async () => {
      stopped = true;
      cancel();
      await round;
    },
  };
}
