/**
 * Quit handling: confirms when work is running, pauses it, and only then lets the program end.
 * Invariant: nothing ends the process before `stop` has completed, except a forced shutdown by the system.
 */
import type { Log } from "../../core/hosts.ts";

export interface QuitOptions {
  /** Running work, as whole sentences; no confirmation when it is empty. */
  readonly work: () => Promise<readonly string[]>;
  /** True to pause it and quit. */
  readonly confirm: (work: readonly string[]) => Promise<boolean>;
  readonly stop: () => Promise<void>;
  /** Ends the program; called once everything has stopped. */
  readonly end: () => void;
  readonly log: Log;
}

export interface Quit {
  /** Confirms first when work is running. A second request while one is pending is ignored. */
  request(): Promise<void>;
  /** The computer is shutting down: no confirmation is possible. */
  force(): Promise<void>;
  /** True once everything has stopped. */
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
      // Every row that costs money is on disk before its request is sent: quitting is safe, a half-closed core is not.
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
