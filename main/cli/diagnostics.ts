/** test-connection, diagnostics. */
import type { Command } from "commander";
import type { HopResult } from "#contract/diagnostics.ts";
import { parseSecret } from "./connect-secret.ts";
import type { CliContext } from "./context.ts";
import { formatTable, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";

const help = `
Without credentials the test ends before the sign-in. With NAME it uses the session of that connection; with --sign-in it reads
a secret from standard input, as connect does, and signs in with it once. Nothing is kept.

Examples:
  $ fleetdesk test-connection --base-url https://cdn.emnify.net
  $ fleetdesk test-connection office
  $ fleetdesk test-connection --base-url https://cdn.emnify.net --sign-in < token.json`;

interface TestOptions {
  readonly baseUrl?: string;
  readonly signIn?: boolean;
  readonly insecure?: boolean;
}

export function addDiagnosticsCommands(program: Command, context: CliContext): void {
  program
    .command("test-connection [name]")
    .description("walk to a service hop by hop and say where the way ends")
    .option("--base-url <url>", "address of the service (default: that of the connection)")
    .option("--sign-in", "sign in with the secret that stands on standard input")
    .option("--insecure", "send the secret over plain http to another computer")
    .addHelpText("after", help)
    .action(async (name: string | undefined, { baseUrl, signIn = false, insecure = false }: TestOptions) => {
      if (signIn && name !== undefined) throw usageError("Test with --sign-in or with a connection, not with both.");
      const secret = signIn ? await parseSecret(context.terminal) : undefined;
      await context.withCore(async ({ client }, signal) => {
        // An address alone is tested by itself; a connection only where it was named, or where nothing else was.
        const named = name ?? (baseUrl === undefined ? context.globals().connection : undefined);
        const usesConnection = secret === undefined && (named !== undefined || baseUrl === undefined);
        const known =
          usesConnection || baseUrl === undefined ? await client.connections.get(scopeOf(named), signal) : undefined;
        const answer = await client.diagnostics.testConnection(
          {
            baseUrl: baseUrl ?? known?.baseUrl ?? "",
            allowUnencrypted: insecure,
            ...(secret === undefined ? {} : { secret }),
            ...(usesConnection && known !== undefined ? { connection: known.name } : {}),
          },
          signal,
        );
        if (context.globals().json) printJson(context.terminal, answer);
        else context.terminal.out(describe(answer.hops));
        if (!answer.works) context.endWith("test-failed");
      });
    });

  program
    .command("diagnostics")
    .description("what program this is and where it keeps things, for whoever has to tell somebody")
    .addHelpText("after", "\nExample:\n  $ fleetdesk diagnostics --json")
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const about = await client.diagnostics.about({}, signal);
        const keychain = await client.keychain.get({}, signal);
        if (context.globals().json) {
          printJson(context.terminal, { ...about, keychain });
          return;
        }
        const rows = [
          ["version", about.version],
          ["platform", about.platform],
          ["runtime", about.runtime],
          ["data", about.dataDir],
          ["log", about.logFile ?? "none"],
          ["keychain", keychain.protection ?? keychain.state],
        ];
        context.terminal.out(formatTable(["", ""], rows, 200).replace(/^\s*\n/, ""));
      });
    });
}

function scopeOf(connection: string | undefined): { readonly connection?: string } {
  return connection === undefined ? {} : { connection };
}

const marks: Readonly<Record<HopResult["result"], string>> = {
  ok: "ok",
  warning: "warning",
  failed: "FAILED",
  skipped: "-",
};

function describe(hops: readonly HopResult[]): string {
  const rows = hops.map(({ hop, result, code, message }) => [hop, marks[result], message, code ?? ""]);
  return formatTable(["HOP", "RESULT", "WHAT WAS FOUND", "CODE"], rows, 300);
}
