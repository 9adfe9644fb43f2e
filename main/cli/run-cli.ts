/** From arguments to an exit code: builds the program, runs one command, prints errors. */
import { t } from "./text.ts";
import { formatText } from "#shared/texts/text.ts";
import { CommanderError, type Command } from "commander";
import { isAppError, toFailure } from "#shared/failure.ts";
import type { Clock, StartStoreThread } from "../core/hosts.ts";
import type { Environment } from "../platform/node/paths.ts";
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
    return report(terminal, program, args, error);
  }
}

/** Error → the command that helps; the core does not know the command line. */
const nextSteps: Readonly<Partial<Record<string, string>>> = {
  "no-connection": t(($) => $.cli.program.nextStep.connect),
  "sign-in-required": t(($) => $.cli.program.nextStep.signIn),
  "never-signed-in": t(($) => $.cli.program.nextStep.signIn),
  "signed-out": t(($) => $.cli.program.nextStep.signIn),
  "connection-unknown": t(($) => $.cli.program.nextStep.listConnections),
  "not-in-cache": t(($) => $.cli.program.nextStep.refresh),
};

function report(terminal: Terminal, program: Command, args: readonly string[], error: unknown): ExitCode {
  if (error instanceof CommanderError) return reportUsage(terminal, program, args, error);
  const { code, text } = toFailure(error);
  terminal.err(t(($) => $.cli.program.failure, { code, message: formatText(text), hint: nextSteps[code] ?? "" }));
  if (!isAppError(error)) terminal.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodeOf(code);
}

/** Prints commander's errors in the format of all errors. */
function reportUsage(terminal: Terminal, program: Command, args: readonly string[], error: CommanderError): ExitCode {
  if (error.exitCode === 0) return exitCodeOf("done");
  const message = usageMessage(program, args, error);
  terminal.err(t(($) => $.cli.program.error, { code: "invalid-usage", message }));
  return exitCodeOf("invalid-usage");
}

function usageMessage(program: Command, args: readonly string[], { code, message }: CommanderError): string {
  // `commander.help`: a group was called without a command, or help for an unknown command. Its help has been printed.
  if (code === "commander.help") {
    const help = args.indexOf("help");
    const command = help === -1 ? undefined : args[help + 1];
    return command !== undefined
      ? t(($) => $.cli.program.commandUnknown, { command })
      : t(($) => $.cli.program.commandMissing);
  }
  const text = sentence(message);
  return withHelpHint.has(code)
    ? t(($) => $.cli.program.seeHelp, { message: text, command: commandOf(program, args) })
    : text;
}

const withHelpHint: ReadonlySet<string> = new Set([
  "commander.excessArguments",
  "commander.missingArgument",
  "commander.missingMandatoryOptionValue",
  "commander.unknownCommand",
  "commander.unknownOption",
]);

/** The command of the arguments: "fleetdesk sms send". */
function commandOf(program: Command, args: readonly string[]): string {
  const names = [program.name()];
  let command = program;
  for (const arg of args) {
    const next = command.commands.find((one) => one.name() === arg);
    if (next === undefined) continue;
    command = next;
    names.push(arg);
  }
  return names.join(" ");
}

function sentence(message: string): string {
  const text = message
    .replace(/^error: /, "")
    .replaceAll("\n", " ")
    .replace(/^option '([^']*)' argument '(.*?)' is invalid\./, (_, option: string, value: string) =>
      t(($) => $.cli.program.optionInvalid, { option, value }),
    )
    .replace(
      /^command-argument value '(.*?)' is invalid for argument '([^']*)'\./,
      (_, value: string, argument: string) => t(($) => $.cli.program.argumentInvalid, { value, argument }),
    )
    .trim();
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?)]$/.test(whole) ? whole : `${whole}.`;
}
