/** From arguments to an exit code: builds the program, runs one command, prints errors. */
import { t } from "./text.ts";
import { formatText } from "#shared/texts/text.ts";
import { CommanderError } from "commander";
import { isAppError, toFailure } from "../failure.ts";
import type { Clock, StartStoreThread } from "../hosts.ts";
import type { Environment } from "../node/paths.ts";
import { interruptible, type CliContext } from "./context.ts";
import { openCore } from "./core.ts";
import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import { readGlobals } from "./globals.ts";
import { createProgress } from "./progress.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./terminal.ts";
import { startWaitNotices } from "./wait-notices.ts";

export interface CliHost {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly startStoreThread: StartStoreThread;
  readonly practiceWorkerUrl: URL;
  readonly version: string;
}

/** Runs one command line (without node and script). Never throws: a failure is one line `error: <code>: <sentence>` on stderr. */
export async function runCli(args: readonly string[], host: CliHost): Promise<ExitCode> {
  let exitCode = exitCodeOf("done");
  const { terminal, clock, environment } = host;
  const context: CliContext = {
    terminal,
    clock,
    environment,
    progress: createProgress(terminal, clock),
    globals: () => readGlobals(program),
    scope: () => {
      const { connection } = readGlobals(program);
      return connection === undefined ? {} : { connection };
    },
    withCore: async (work, options = {}) => {
      const { startStoreThread, practiceWorkerUrl, version } = host;
      const core = await openCore({
        globals: readGlobals(program),
        clock,
        environment,
        startStoreThread,
        practiceWorkerUrl,
        version,
        notify: (sentence) => context.progress.printLine(sentence),
        out: () => options.out,
      });
      let stopNotices = (): void => undefined;
      if (core.readOnly !== undefined) terminal.err(t(($) => $.cli.program.readOnly, { reason: core.readOnly }));
      try {
        if (options.ownInterrupt === true) return await work(core, new AbortController().signal);
        const { client } = core;
        const { timeout: timeoutSeconds } = context.globals();
        const notices = { client, clock, progress: context.progress, scope: context.scope(), timeoutSeconds };
        stopNotices = startWaitNotices({ ...notices, isForeign: core.ownerPid !== undefined });
        return await interruptible(terminal, (signal) => work(core, signal));
      } finally {
        stopNotices();
        context.progress.end();
        await core.close();
      }
    },
    endWith: (code) => {
      exitCode = exitCodeOf(code);
    },
  };
  const program = createProgram(context, host.version);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return report(terminal, error);
  }
}

function report(terminal: Terminal, error: unknown): ExitCode {
  if (error instanceof CommanderError) return reportUsage(terminal, error);
  const { code, text } = toFailure(error);
  terminal.err(t(($) => $.cli.program.error, { code, message: formatText(text) }));
  if (!isAppError(error)) terminal.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodeOf(code);
}

/** Prints commander's errors in the format of all errors. */
function reportUsage(terminal: Terminal, error: CommanderError): ExitCode {
  if (error.exitCode === 0) return exitCodeOf("done");
  // `commander.help`: a group was called without a command, and its help has been printed.
  const message = error.code === "commander.help" ? t(($) => $.cli.program.commandMissing) : sentence(error.message);
  terminal.err(t(($) => $.cli.program.error, { code: "invalid-usage", message }));
  return exitCodeOf("invalid-usage");
}

function sentence(message: string): string {
  const text = message
    .replace(/^error: /, "")
    .replaceAll("\n", " ")
    .trim();
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?)]$/.test(whole) ? whole : `${whole}.`;
}
