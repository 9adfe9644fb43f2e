/** Dependencies of a command: the terminal, the options, and the core while it is needed. */
import type { Command } from "commander";
import type { Clock } from "../core/hosts.ts";
import type { Environment } from "../platform/node/paths.ts";
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
  /** The program, for the completion of its commands. */
  program(): Command;
  /** The global options. */
  globals(): Globals;
  /** `{ connection }` if one was named, else `{}`: part of the input of an operation. */
  scope(): { readonly connection?: string };
  /**
   * Opens the core and always closes it. Ctrl-C aborts `signal`, unless the command handles it ("own-interrupt"). `out`: target file of an
   * export by the core.
   */
  withCore<T>(
    work: (core: Core, signal: AbortSignal) => Promise<T>,
    options?: {
      readonly kind?: "own-interrupt" | "no-database";
      readonly readsCache?: boolean;
      readonly out?: string;
    },
  ): Promise<T>;
  /** Sets the exit code of `code`, the code of a failure or an outcome. */
  endWith(code: string): void;
  /** Prints an error, as text or JSON, and sets its exit code. */
  fail(code: string, message: string, details?: Readonly<Record<string, unknown>>): void;
}

export function isJson(context: Pick<CliContext, "globals">): boolean {
  const { output } = context.globals();
  return output === "json" || output === "jsonl";
}

/** Runs `work` with a signal that Ctrl-C aborts; a second Ctrl-C ends the process immediately. */
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
