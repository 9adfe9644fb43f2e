/** connection test, diagnostics. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import { diagnostics as contract, type HopResult } from "#shared/contract/connections/diagnostics.ts";
import { keychainStateSchema } from "#shared/contract/connections/keychain.ts";
import { parseSecret } from "./connect-secret.ts";
import type { CliContext } from "../../context.ts";
import { isoTimes } from "../../iso-times.ts";
import { formatTable, printAnswer, printJson } from "../../output.ts";
import { usageError } from "../../usage-error.ts";

const help = t(($) => $.cli.connections.test.help);

interface TestOptions {
  readonly baseUrl?: string;
  readonly signIn?: boolean;
  readonly insecure?: boolean;
}

export function addConnectionTest(connection: Command, context: CliContext): void {
  connection
    .command("test [name]")
    .description(t(($) => $.cli.connections.test.summary))
    .option(
      "--base-url <url>",
      t(($) => $.cli.connections.test.baseUrl),
    )
    .option(
      "--sign-in",
      t(($) => $.cli.connections.test.signIn),
    )
    .option(
      "--insecure",
      t(($) => $.cli.connections.connect.insecure),
    )
    .addHelpText("after", help)
    .action(async (name: string | undefined, { baseUrl, signIn = false, insecure = false }: TestOptions) => {
      if (signIn && name !== undefined) throw usageError(t(($) => $.cli.connections.test.both));
      const secret = signIn ? await parseSecret(context.terminal) : undefined;
      await context.withCore(async ({ client }, signal) => {
        // An address alone is tested without a connection; a connection is tested if it was named, or if no address was given.
        const named = name ?? (baseUrl === undefined ? context.globals().connection : undefined);
        const usesConnection = secret === undefined && (named !== undefined || baseUrl === undefined);
        const savedConnection =
          usesConnection || baseUrl === undefined ? await client.connections.get(scopeOf(named), signal) : undefined;
        const answer = await client.diagnostics.testConnection(
          {
            baseUrl: baseUrl ?? savedConnection?.baseUrl ?? "",
            allowUnencrypted: insecure,
            secret,
            connection: usesConnection && savedConnection !== undefined ? savedConnection.name : undefined,
          },
          signal,
        );
        if (context.globals().json) printAnswer(context.terminal, contract.operations.testConnection.output, answer);
        else context.terminal.out(describe(answer.hops));
        if (!answer.works) context.endWith("test-failed");
      });
    });
}

export function addDiagnosticsCommands(program: Command, context: CliContext): void {
  program
    .command("diagnostics")
    .description(t(($) => $.cli.settings.diagnostics.summary))
    .addHelpText(
      "after",
      t(($) => $.cli.settings.diagnostics.help),
    )
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const about = await client.diagnostics.about({}, signal);
        const keychain = await client.keychain.get({}, signal);
        if (context.globals().json) {
          printJson(context.terminal, { ...about, keychain: isoTimes(keychainStateSchema, keychain) });
          return;
        }
        const rows = [
          [t(($) => $.cli.settings.diagnostics.version), about.version],
          [t(($) => $.cli.settings.diagnostics.platform), about.platform],
          [t(($) => $.cli.settings.diagnostics.runtime), about.runtime],
          [t(($) => $.cli.settings.diagnostics.dataDir), about.dataDir],
          [
            t(($) => $.cli.settings.diagnostics.logFile),
            about.logFile ?? t(($) => $.cli.settings.diagnostics.noLogFile),
          ],
          [t(($) => $.cli.settings.diagnostics.keychain), keychain.protection ?? keychain.state],
        ];
        context.terminal.out(formatTable(["", ""], rows, 200).replace(/^\s*\n/, ""));
      });
    });
}

function scopeOf(connection: string | undefined): { readonly connection?: string } {
  return connection === undefined ? {} : { connection };
}

const marks: Readonly<Record<HopResult["result"], string>> = {
  ok: t(($) => $.cli.connections.test.resultOk),
  warning: t(($) => $.cli.connections.test.resultWarning),
  failed: t(($) => $.cli.connections.test.resultFailed),
  skipped: "-",
};

const hopNames: Readonly<Record<HopResult["hop"], string>> = {
  address: t(($) => $.connections.test.step.address),
  proxy: t(($) => $.connections.test.step.proxy),
  name: t(($) => $.connections.test.step.name),
  tcp: t(($) => $.connections.test.step.tcp),
  certificate: t(($) => $.connections.test.step.certificate),
  http: t(($) => $.connections.test.step.http),
  "sign-in": t(($) => $.connections.test.step.signIn),
  separator: t(($) => $.connections.test.step.separator),
  "first-call": t(($) => $.connections.test.step.firstCall),
};

function describe(hops: readonly HopResult[]): string {
  const rows = hops.map(({ hop, result, code, message }) => [
    hopNames[hop],
    marks[result],
    formatText(message),
    code ?? "",
  ]);
  const columns = [
    t(($) => $.cli.headings.step),
    t(($) => $.cli.headings.result),
    t(($) => $.cli.headings.message),
    t(($) => $.cli.headings.code),
  ];
  return formatTable(columns, rows, 300);
}
