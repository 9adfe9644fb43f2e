/**
 * Leaving: asks when something runs, pauses it cleanly, and only then lets the program end.
 * Invariant: nothing ends the process before `stop` has settled, but a person who insists through the system.
 */
import type { Log } from "../hosts.ts";

export interface QuitOptions {
  /** What runs, as whole sentences; nothing is asked when there is none. */
  readonly work: () => Promise<readonly string[]>;
  /** True to pause it and leave. */
  readonly confirm: (work: readonly string[]) => Promise<boolean>;
  readonly stop: () => Promise<void>;
  /** Ends the program; called once everything has stopped. */
  readonly end: () => void;
  readonly log: Log;
}

export interface Quit {
  /** Asks first when something runs. Said twice, the second is as good as none. */
  request(): Promise<void>;
  /** The computer is shutting down: nobody can be asked. */
  force(): Promise<void>;
  /** True once nothing is left to be stopped. */
  readonly done: boolean;
}

type Phase = "running" | "asking" | "stopping" | "done";

export function createQuit({ work, confirm, stop, end, log }: QuitOptions): Quit {
  let phase: Phase = "running";

  const leave = async (): Promise<void> => {
    if (phase === "stopping" || phase === "done") return;
    phase = "stopping";
    try {
      await stop();
    } catch (error) {
      // Every row that costs money is on disk before it is acted on: leaving is safe, staying half closed is not.
      log.error("quit.stop-failed", {}, error);
    }
    phase = "done";
    end();
  };
  const mayLeave = async (): Promise<boolean> => {
    const running = await work();
    return running.length === 0 || (await confirm(running));
  };

  return {
    get done() {
      return phase === "done";
    },
    force: leave,
    request: async () => {
      if (phase !== "running") return;
      phase = "asking";
      const may = await mayLeave().catch((error: unknown) => {
        log.error("quit.question-failed", {}, error);
        return true;
      });
      if (phase !== "asking") return;
      if (may) await leave();
      else phase = "running";
    },
  };
}
