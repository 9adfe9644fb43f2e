/** What a command is given: the terminal, the options, and the core for as long as it needs it. */
import type { Command } from "commander";
import type { Clock } from "../hosts.ts";
import type { Environment } from "../node/paths.ts";
import type { Core } from "./core.ts";
import { exitCodeOf } from "./exit-codes.ts";
import type { Globals } from "./globals.ts";
import type { Progress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

export interface CliContext {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly progress: Progress;
  /** The options every command takes. */
  globals(): Globals;
  /** `{ connection }` when one was named, else nothing: for the input of an operation. */
  scope(): { readonly connection?: string };
  /**
   * Opens the core, and closes it whatever happens. Ctrl-C aborts `signal`, unless the command listens itself. `out`: the file that an
   * export of the core goes to.
   */
  withCore<T>(
    work: (core: Core, signal: AbortSignal) => Promise<T>,
    options?: { readonly ownInterrupt?: boolean; readonly out?: string | undefined },
  ): Promise<T>;
  /** Ends the command with the exit code that `code`, of a failure or an outcome, leads to. */
  endWith(code: string): void;
}

/** A group of commands, added to the program. */
export type AddCommands = (program: Command, context: CliContext) => void;

/** Runs `work` with a signal that Ctrl-C aborts; the second Ctrl-C ends the process at once. */
export async function interruptible<T>(terminal: Terminal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = terminal.onInterrupt(() => {
    if (controller.signal.aborted) terminal.exitNow(exitCodeOf("aborted"));
    controller.abort();
  });
  try {
    return await work(controller.signal);
  } finally {
    stop();
  }
}
