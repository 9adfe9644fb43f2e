/**
 * Quit handling: confirms when work is running, pauses it, and only then lets the program end.
 * Invariant: nothing ends the process before `stop` has completed, except the end of the system's session.
 */
import { t } from "#shared/texts/text.ts";
import type { MessageBoxOptions } from "electron";
import type { Clock, Log } from "../../core/hosts.ts";

/** "hide": the work continues, and the window is closed. */
export type QuitAnswer = "quit" | "hide" | "stay";

export interface QuitOptions {
  /** Running work, as whole sentences; no confirmation when it is empty. */
  readonly work: () => Promise<readonly string[]>;
  readonly confirm: (work: readonly string[]) => Promise<QuitAnswer>;
  readonly hide: () => void;
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
  /** Stops everything without a question, then ends the program in this way. */
  readonly leave: (end: () => void) => Promise<void>;
  /** True once everything has stopped, or the system ends its session: then nothing may delay it. */
  readonly mayEnd: boolean;
}

type Phase = "running" | "asking" | "stopping" | "done";

export function createQuit({ work, confirm, hide, stop, end, log }: QuitOptions): Quit {
  let phase: Phase = "running";
  let isForced = false;

  const leave = async (endNow = end): Promise<void> => {
    if (phase === "stopping" || phase === "done") return;
    phase = "stopping";
    try {
      await stop();
    } catch (error) {
      // Every row that costs money is on disk before its request is sent: quitting is safe, a half-closed core is not.
      log.error("quit.stop-failed", {}, error);
    }
    phase = "done";
    endNow();
  };
  const answer = async (): Promise<QuitAnswer> => {
    const running = await work();
    return running.length === 0 ? "quit" : await confirm(running);
  };

  return {
    get mayEnd() {
      return phase === "done" || isForced;
    },
    leave,
    force: async () => {
      isForced = true;
      await leave();
    },
    request: async () => {
      if (phase !== "running") return;
      phase = "asking";
      const choice = await answer().catch((error: unknown): QuitAnswer => {
        log.error("quit.question-failed", {}, error);
        return "quit";
      });
      if (phase !== "asking") return;
      if (choice === "quit") return await leave();
      phase = "running";
      if (choice === "hide") hide();
    },
  };
}

/** Without an answer in this time the work continues. */
const answerSeconds = 60;

export interface QuitQuestion {
  readonly clock: Clock;
  /** The program can run without a window. */
  readonly canHide: boolean;
  readonly showMessageBox: (options: MessageBoxOptions) => Promise<{ readonly response: number }>;
}

/** Asks whether running work is paused; the question ends by itself, so that a forgotten one does not hold the program open unseen. */
export async function confirmQuit(
  { clock, canHide, showMessageBox }: QuitQuestion,
  work: readonly string[],
): Promise<QuitAnswer> {
  const hide: readonly [QuitAnswer, string] = ["hide", t(($) => $.shell.dialogs.continueInTray)];
  const choices: readonly (readonly [QuitAnswer, string])[] = [
    ["quit", t(($) => $.shell.dialogs.pauseAndQuit)],
    ["stay", t(($) => $.shell.dialogs.keepRunning)],
    ...(canHide ? [hide] : []),
  ];
  const late = new AbortController();
  const cancel = clock.after(answerSeconds * 1000, () => late.abort());
  try {
    const { response } = await showMessageBox({
      type: "question",
      noLink: true,
      title: t(($) => $.shell.product),
      message: t(($) => $.shell.dialogs.pauseAndQuitQuestion),
      detail: t(($) => $.shell.dialogs.pauseAndQuitDetail, { work: work.join("\n"), seconds: answerSeconds }),
      buttons: choices.map(([, label]) => label),
      cancelId: 1,
      defaultId: 1,
      signal: late.signal,
    });
    return choices[response]?.[0] ?? "stay";
  } finally {
    cancel();
  }
}
