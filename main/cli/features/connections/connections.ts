/** connection list and create, session, sign-out; `connection-upkeep.ts` and `diagnostics.ts` add the rest of the group. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { z } from "zod";
import { connections as contract } from "#shared/contract/connections/connections.ts";
import { sessionStateSchema, type SessionState } from "#shared/contract/connections/session.ts";
import { labelOf } from "../../choices.ts";
import { parseSecretAndAddress } from "./connect-secret.ts";
import { withConfirmOption } from "../campaigns/confirm-option.ts";
import { usageError } from "../../usage-error.ts";
import { parseSettings, type Settings } from "./connect-settings.ts";
import { addConnectionUpkeep } from "./connection-upkeep.ts";
import type { CliContext } from "../../context.ts";
import { addConnectionTest } from "./diagnostics.ts";
import { isoTimes } from "../../iso-times.ts";
import { formatTable, iso, printAnswer, printJson } from "../../output.ts";

const connectHelp = t(($) => $.cli.connections.connect.help);

const collect = (text: string, before: Settings = {}): Settings => ({ ...before, ...parseSettings(text) });

const { connect: connectOperation } = contract.operations;

const columns = [t(($) => $.cli.headings.name), t(($) => $.cli.headings.address), t(($) => $.cli.headings.signIn)];

export function addConnectionCommands(program: Command, context: CliContext): void {
  const connection = program.command("connection").description(t(($) => $.cli.connections.summary));
  addList(connection, context);
  connection
    .command("create <name>")
    .description(t(($) => $.cli.connections.connect.summary))
    .option(
      "--base-url <url>",
      t(($) => $.cli.connections.connect.baseUrl),
    )
    .option(
      "--set <key=value>",
      t(($) => $.cli.connections.connect.set),
      collect,
    )
    .option(
      "--insecure",
      t(($) => $.cli.connections.connect.insecure),
    )
    .addHelpText("after", connectHelp)
    .action(async (name: string, options: { baseUrl?: string; set?: Settings; insecure?: boolean }) => {
      const credentials = await parseSecretAndAddress(context.terminal);
      const baseUrl = options.baseUrl ?? credentials.baseUrl;
      if (baseUrl === undefined) throw usageError(t(($) => $.cli.connections.connect.baseUrlMissing));
      await context.withCore(async ({ client }, signal) => {
        const { connections } = await client.connections.list({}, signal);
        // Signing in again keeps the options of the connection; a different address may be a different service, so its options start empty.
        const existing = connections.find((one) => one.name === name && isSameAddress(one.baseUrl, baseUrl));
        const input = {
          name,
          baseUrl,
          secret: credentials.secret,
          options: { ...existing?.options, ...options.set },
          allowUnencrypted: options.insecure === true,
        };
        if ("username" in credentials.secret) context.terminal.err(t(($) => $.cli.connections.connect.deprecated));
        printConnected(context, await withConfirmOption(client.connections.connect(input, signal)));
      });
    });

  addConnectionUpkeep(connection, context);
  addConnectionTest(connection, context);

  program
    .command("session")
    .description(t(($) => $.cli.connections.session.summary))
    .addHelpText(
      "after",
      t(($) => $.cli.connections.session.help),
    )
    .action(async () => {
      await context.withCore(async ({ client }, signal) =>
        printSession(context, await client.session.get(context.scope(), signal)),
      );
    });

  program
    .command("sign-out")
    .description(t(($) => $.cli.connections.signOut.summary))
    .addHelpText(
      "after",
      t(($) => $.cli.connections.signOut.help),
    )
    .action(async () => {
      await context.withCore(async ({ client }, signal) =>
        printSession(context, await client.session.signOut(context.scope(), signal)),
      );
    });
}

function addList(connection: Command, context: CliContext): void {
  connection
    .command("list")
    .description(t(($) => $.cli.connections.list.summary))
    .addHelpText(
      "after",
      t(($) => $.cli.connections.list.help),
    )
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { connections } = await client.connections.list({}, signal);
        if (context.globals().json) {
          const items = connections.map((one) => ({ ...one, createdAt: iso(one.createdAt) }));
          printJson(context.terminal, { items });
        } else if (connections.length === 0) context.terminal.out(t(($) => $.cli.connections.list.empty));
        else {
          const rows = connections.map(({ current, name, baseUrl, kind }) => [
            current ? "*" : "",
            name,
            baseUrl,
            labelOf(kind),
          ]);
          context.terminal.out(formatTable(["", ...columns], rows, 80));
        }
      });
    });
}

function printConnected(context: CliContext, answer: z.output<typeof connectOperation.output>): void {
  if (context.globals().json) {
    printAnswer(context.terminal, connectOperation.output, answer);
    return;
  }
  const { name, baseUrl } = answer.connection;
  context.terminal.out(
    t(($) => $.cli.connections.connect.done, { name, baseUrl, session: describeSession(answer.session) }),
  );
}

function printSession(context: CliContext, session: SessionState): void {
  if (context.globals().json) printJson(context.terminal, sessionJson(session));
  else context.terminal.out(describeSession(session));
}

function sessionJson(session: SessionState): unknown {
  return isoTimes(sessionStateSchema, session);
}

const protections: Readonly<Record<SessionState["protection"], string>> = {
  system: t(($) => $.cli.connections.session.storedSystem),
  file: t(($) => $.cli.connections.session.storedFile),
  memory: t(($) => $.cli.connections.session.storedMemory),
};

function describeSession(session: SessionState): string {
  const { identity } = session;
  const user = identity.username ?? identity.organisationName ?? identity.organisationId ?? session.kind;
  const { connection, state, message, protection } = session;
  const until = iso(session.authExpiresAt);
  const signedIn =
    until === undefined
      ? t(($) => $.cli.connections.session.signedIn, { connection, user })
      : t(($) => $.cli.connections.session.signedInUntil, { connection, user, until });
  const first = state === "signed-in" ? signedIn : t(($) => $.cli.connections.session.signedOut, { connection });
  const why = message === undefined || message.code === "session-signed-out" ? "" : ` ${formatText(message)}`;
  return `${first}${why}\n${state === "signed-in" ? protections[protection] : ""}`;
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, "") : text));
  return a === b;
}
