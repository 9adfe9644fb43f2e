/** From arguments to an exit code: builds the program, runs one command, prints errors. */
import { CommanderError, type Command } from "commander";
import { formatText } from "#shared/texts/text.ts";
import { isAppError, toFailure } from "#shared/failure.ts";
import type { OtherProcesses } from "../app/start-core.ts";
import type { WireExchange } from "../core/hosts.ts";
import type { CoreOptions } from "./core.ts";
import { interruptible, isJson, type CliContext } from "./context.ts";
import { addCommands } from "./define-command.ts";
import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import { readGlobals } from "./globals.ts";
import { formatJson } from "./output.ts";
import { createProgress, startWaitNotices } from "./progress.ts";
import { createProgram, groups, loadDefinitions } from "./program.ts";
import type { Terminal } from "./terminal.ts";
import { t } from "./text.ts";
import { usageError } from "./option-values.ts";

export interface CliHost extends Pick<
  CoreOptions,
  "clock" | "environment" | "startStoreThread" | "prepareStoreThread" | "practiceWorkerUrl" | "version"
> {
  readonly terminal: Terminal;
}

/**
 * Runs one command line (without node and script). Never throws: a failure is one line `error: <code>: <sentence>` on stderr, or one JSON
 * document with `--json`.
 */
export async function runCli(args: readonly string[], host: CliHost): Promise<ExitCode> {
  let exitCode = exitCodeOf("done");
  const { terminal, clock, environment } = host;
  const context: CliContext = {
    terminal,
    clock,
    environment,
    progress: createProgress(terminal, clock),
    program: () => program,
    globals: () => readGlobals(program),
    scope: () => {
      const { connection } = readGlobals(program);
      return connection === undefined ? {} : { connection };
    },
    withCore: async (work, options = {}) => {
      const globals = readGlobals(program);
      // Help and completion start without it.
      const { openCore } = await import("./core.ts");
      const core = await openCore({
        ...host,
        globals,
        readsCache: options.readsCache === true,
        worksWithoutDatabase: options.kind === "no-database",
        notify: (sentence) => context.progress.printLine(sentence),
        trace: (exchange) => context.progress.printLine(describeExchange(exchange)),
        out: () => options.out,
      });
      let stopNotices = (): void => undefined;
      if (core.readOnly !== undefined) terminal.err(t(($) => $.cli.program.readOnly, { reason: core.readOnly }));
      try {
        if (options.kind === "own-interrupt") return await work(core, new AbortController().signal);
        const { client } = core;
        const notices = { client, clock, progress: context.progress, scope: context.scope() };
        const isForeign = core.ownerPid !== undefined;
        if (options.readsCache !== true)
          stopNotices = startWaitNotices({ ...notices, timeoutSeconds: globals.timeout, isForeign });
        return await interruptible(terminal, (signal) => work(core, signal));
      } finally {
        stopNotices();
        context.progress.end();
        if (core.others !== undefined) await untilUnused(context, core.others);
        await core.close();
      }
    },
    endWith: (code) => {
      exitCode = exitCodeOf(code);
    },
    fail: (code, message, details = {}) => {
      exitCode = exitCodeOf(code);
      terminal.err(
        isJson(context) ? errorDocument(code, message, details) : t(($) => $.cli.program.error, { code, message }),
      );
    },
  };
  const program = createProgram(context, host.version);
  try {
    const [first] = operandsOf(program, args);
    const isVersion = first === undefined && args.includes("--version");
    addCommands(program, context, groups, isVersion ? [] : await loadDefinitions(first));
    if (printHelp(program, args)) return exitCode;
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return report(terminal, program, args, error);
  }
}

/** Waits for other processes whose calls this one handles; Ctrl-C ends their work as quitting does. */
async function untilUnused({ terminal, clock, progress }: CliContext, others: OtherProcesses): Promise<void> {
  await interruptible(terminal, async (signal) => {
    const cancel = clock.after(inUseNoticeMs, () =>
      progress.printLine(t(($) => $.cli.program.inUse, { count: others.count() })),
    );
    await others.ended(signal);
    cancel();
  });
}

const inUseNoticeMs = 2000;

/** Request, result, duration and bodies; bodies are cut. */
function describeExchange({ method, path, durationMs, requestBody, responseBody, ...result }: WireExchange): string {
  const { status, failure, requestId } = result;
  const cut = (body: string): string => (body.length > longestBody ? `${body.slice(0, longestBody)}…` : body);
  const line = { method, path, status: status ?? failure ?? "", duration: Math.round(durationMs) };
  return [
    requestId === undefined
      ? t(($) => $.cli.program.exchange, line)
      : t(($) => $.cli.program.exchangeWithId, { ...line, id: requestId }),
    ...(requestBody === undefined ? [] : [`  > ${cut(requestBody)}`]),
    ...(responseBody === undefined ? [] : [`  < ${cut(responseBody)}`]),
  ].join("\n");
}

/** Characters of a body that `--verbose` prints. */
const longestBody = 2000;

function errorDocument(code: string, message: string, details: Readonly<Record<string, unknown>>): string {
  return `${formatJson({ error: { code, message, exitCode: exitCodeOf(code), details } })}\n`;
}

/**
 * Prints the help of `help …`, `GROUP help …` and `… --help`. Throws `invalid-usage` for a command that does not exist. Commander itself
 * prints the help of the group instead.
 */
function printHelp(program: Command, args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const words = operandsOf(program, end === -1 ? args : args.slice(0, end));
  const at = words.indexOf("help");
  const hasOption = args.some((arg, index) => (arg === "--help" || arg === "-h") && (end === -1 || index < end));
  if (at !== -1 && at <= 1 && commandAt(program, words.slice(0, at)).commands.length > 0) words.splice(at, 1);
  else if (!hasOption) return false;
  commandAt(program, words).outputHelp();
  return true;
}

function commandAt(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0) return command;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) {
      const message = t(($) => $.cli.program.commandUnknown, { command: word });
      throw usageError(t(($) => $.cli.program.seeHelp, { message, command: pathOf(command) }));
    }
    command = next;
  }
  return command;
}

/** The arguments that are neither global options nor their values. */
function operandsOf(program: Command, args: readonly string[]): string[] {
  const takesValue = (arg: string): boolean =>
    program.options.some(({ long, short, required }) => required && (arg === long || arg === short));
  return args.filter((arg, index) => !arg.startsWith("-") && !takesValue(args[index - 1] ?? ""));
}

/** Error → the command that helps; the core does not know the command line. */
const nextSteps: Readonly<Partial<Record<string, string>>> = {
  "no-connection": t(($) => $.cli.program.nextStep.connect),
  "sign-in-required": t(($) => $.cli.program.nextStep.signIn),
  "never-signed-in": t(($) => $.cli.program.nextStep.signIn),
  "signed-out": t(($) => $.cli.program.nextStep.signIn),
  "connection-unknown": t(($) => $.cli.program.nextStep.listConnections),
  "not-in-cache": t(($) => $.cli.program.nextStep.refresh),
  "campaign-unknown": t(($) => $.cli.program.nextStep.listCampaigns),
  "audience-unknown": t(($) => $.cli.program.nextStep.listAudiences),
  "template-unknown": t(($) => $.cli.program.nextStep.listTemplates),
  "stream-unknown": t(($) => $.cli.program.nextStep.listStreams),
  "profile-unknown": t(($) => $.cli.program.nextStep.listProfiles),
  "endpoint-unknown": t(($) => $.cli.program.nextStep.sync),
  "audit-entry-unknown": t(($) => $.cli.program.nextStep.listEntries),
  "callback-unknown": t(($) => $.cli.program.nextStep.listCallbacks),
  "dns-unknown": t(($) => $.cli.program.nextStep.listDns),
  "draft-unknown": t(($) => $.cli.program.nextStep.listDrafts),
  "event-unknown": t(($) => $.cli.program.nextStep.listEvents),
  "quota-change-unknown": t(($) => $.cli.program.nextStep.listQuotaChanges),
  "sms-unknown": t(($) => $.cli.program.nextStep.listSms),
  "connect-timeout": t(($) => $.cli.program.nextStep.testConnection),
  "connection-refused": t(($) => $.cli.program.nextStep.testConnection),
  "database-error": t(($) => $.cli.program.nextStep.checkDatabase),
  "dns-failed": t(($) => $.cli.program.nextStep.testConnection),
  "network-unreachable": t(($) => $.cli.program.nextStep.testConnection),
  "proxy-sign-in": t(($) => $.cli.program.nextStep.proxySignIn),
  "proxy-failed": t(($) => $.cli.program.nextStep.testConnection),
  "tls-refused": t(($) => $.cli.program.nextStep.testConnection),
};

function report(terminal: Terminal, program: Command, args: readonly string[], error: unknown): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodeOf("done");
  const { code, message, details } =
    error instanceof CommanderError
      ? { code: "invalid-usage", message: usageMessage(program, args, error), details: {} }
      : describe(error);
  terminal.err(
    wantsJson(args) ? errorDocument(code, message, details) : t(($) => $.cli.program.error, { code, message }),
  );
  if (!isAppError(error) && !(error instanceof CommanderError))
    terminal.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodeOf(code);
}

function describe(error: unknown): {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
} {
  const { code, text, details = {} } = toFailure(error);
  const message = formatText(text);
  // The message may name the command itself.
  return { code, message: message.includes("fleetdesk ") ? message : `${message}${nextSteps[code] ?? ""}`, details };
}

/** Invalid usage may prevent the options from being parsed. */
function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) =>
      arg === "--json" ||
      /^(--output=|-o)jsonl?$/.test(arg) ||
      ((arg === "--output" || arg === "-o") && /^jsonl?$/.test(args[index + 1] ?? "")),
  );
}

function usageMessage(program: Command, args: readonly string[], { code, message }: CommanderError): string {
  // A group was called without a command; its help has been printed.
  if (code === "commander.help") return t(($) => $.cli.program.commandMissing);
  const text = sentence(message);
  if (!withHelpHint.has(code)) return text;
  const words = operandsOf(program, args);
  const firstUnknown = words.findIndex((_, index) => !exists(program, words.slice(0, index + 1)));
  const command = pathOf(commandAt(program, firstUnknown === -1 ? words : words.slice(0, firstUnknown)));
  return t(($) => $.cli.program.seeHelp, { message: text, command });
}

function exists(program: Command, words: readonly string[]): boolean {
  try {
    commandAt(program, words);
    return true;
  } catch {
    return false;
  }
}

const withHelpHint: ReadonlySet<string> = new Set([
  "commander.excessArguments",
  "commander.missingArgument",
  "commander.missingMandatoryOptionValue",
  "commander.unknownCommand",
  "commander.unknownOption",
]);

/** "fleetdesk sms send". */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
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
