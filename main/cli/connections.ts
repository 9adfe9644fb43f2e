/** connect, connections, session, sign-out. */
import type { Command } from "commander";
import type { SessionState } from "#contract/session.ts";
import { parseSecretAndPlace } from "./connect-secret.ts";
import { withConfirmOption } from "./confirm-option.ts";
import { usageError } from "./usage-error.ts";
import { parseSettings, type Settings } from "./connect-settings.ts";
import { addConnectionUpkeep } from "./connection-upkeep.ts";
import type { CliContext } from "./context.ts";
import { formatTable, iso, printJson } from "./output.ts";

const connectHelp = `
The secret comes as JSON on standard input:
  {"application_token":"…"}
  {"username":"…","password":"…"}    deprecated; "portal":false for an account that was not created in the web portal

Settings:
  reconcileAfterMs=60000      grace after a lost answer; not sent is proven at the earliest after three times the grace;
                              at least 10000, unless the service is on this computer
  ceiling=2000/300            requests/seconds of this address, or none
  daily-budget=none           SMS a day (of this computer's time zone) over this connection; spent, campaigns pause
  separator=auto              nbsp, space or auto
  quotaPath=auto              literal, prefixed or auto
  filterNames=auto            spec, live or auto
  sourceAddress=auto          number, text or auto: how the sender of an SMS is written
  smsAutoRefill=auto          number, boolean or auto: how the refill of an SMS quota is written

Examples:
  $ fleetdesk simulator > line.json &          and then, with what it printed:
  $ fleetdesk connect practice < line.json
  $ fleetdesk connect office --base-url https://cdn.emnify.net < token.json
  $ fleetdesk connect office --base-url https://cdn.emnify.net --set ceiling=1000/300 --set separator=space < token.json`;

const collect = (text: string, before: Settings = {}): Settings => ({ ...before, ...parseSettings(text) });

const deprecatedSignIn =
  "warning: User names and passwords are deprecated: the provider announced their removal on 28 March 2024. " +
  'Use an application token instead: {"application_token":"…"}.\n';

export function addConnectionCommands(program: Command, context: CliContext): void {
  program
    .command("connect <name>")
    .description("sign in and keep the connection; the name becomes the one used when none is given")
    .option("--base-url <url>", "address of the service; the line that the simulator prints brings its own")
    .option("--set <key=value>", "a setting of the connection; may be repeated", collect)
    .option("--insecure", "send the secret over plain http to another computer")
    .addHelpText("after", connectHelp)
    .action(async (name: string, options: { baseUrl?: string; set?: Settings; insecure?: boolean }) => {
      const given = await parseSecretAndPlace(context.terminal);
      const baseUrl = options.baseUrl ?? given.baseUrl;
      if (baseUrl === undefined) throw usageError("Say where the service is: --base-url URL.");
      await context.withCore(async ({ client }, signal) => {
        const { connections } = await client.connections.list({}, signal);
        // Signing in again is no reason to lose a budget or a grace; another address may be another service.
        const known = connections.find((one) => one.name === name && isSameAddress(one.baseUrl, baseUrl));
        const input = {
          name,
          baseUrl,
          secret: given.secret,
          options: { ...known?.options, ...options.set },
          allowUnencrypted: options.insecure === true,
        };
        if ("username" in given.secret) context.terminal.err(deprecatedSignIn);
        const { connection, session } = await withConfirmOption(client.connections.connect(input, signal));
        if (context.globals().json) {
          printJson(context.terminal, {
            connection: { ...connection, createdAt: iso(connection.createdAt) },
            session: sessionJson(session),
          });
        } else
          context.terminal.out(`Connected "${connection.name}" to ${connection.baseUrl}.\n${describeSession(session)}`);
      });
    });

  const connections = program
    .command("connections")
    .description("list the connections; * marks the one used when none is named")
    .addHelpText("after", "\nExample:\n  $ fleetdesk connections --json")
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { connections } = await client.connections.list({}, signal);
        if (context.globals().json) {
          const items = connections.map((connection) => ({ ...connection, createdAt: iso(connection.createdAt) }));
          printJson(context.terminal, { items });
        } else if (connections.length === 0)
          context.terminal.out("There is no connection yet. Make one with: fleetdesk connect NAME --base-url URL\n");
        else {
          const rows = connections.map(({ current, name, baseUrl, kind }) => [current ? "*" : "", name, baseUrl, kind]);
          context.terminal.out(formatTable(["", "NAME", "ADDRESS", "SIGN-IN"], rows, 80));
        }
      });
    });

  addConnectionUpkeep(connections, context);

  program
    .command("session")
    .description("show who is signed in, until when, and why not")
    .addHelpText("after", "\nExample:\n  $ fleetdesk session --connection office")
    .action(async () => {
      await context.withCore(async ({ client }, signal) =>
        printSession(context, await client.session.get(context.scope(), signal)),
      );
    });

  program
    .command("sign-out")
    .description("forget the tokens of a connection; its local copy and its campaigns stay")
    .addHelpText("after", "\nExample:\n  $ fleetdesk sign-out --connection office")
    .action(async () => {
      await context.withCore(async ({ client }, signal) =>
        printSession(context, await client.session.signOut(context.scope(), signal)),
      );
    });
}

function printSession(context: CliContext, session: SessionState): void {
  if (context.globals().json) printJson(context.terminal, sessionJson(session));
  else context.terminal.out(describeSession(session));
}

function sessionJson(session: SessionState): Readonly<Record<string, unknown>> {
  return { ...session, authExpiresAt: iso(session.authExpiresAt), refreshExpiresAt: iso(session.refreshExpiresAt) };
}

const protections: Readonly<Record<SessionState["protection"], string>> = {
  system: "the system's keychain",
  file: "a file with a passphrase",
  memory: "memory only, until this process ends",
};

function describeSession(session: SessionState): string {
  const { identity } = session;
  const who = identity.username ?? identity.organisationName ?? identity.organisationId ?? session.kind;
  const until = session.authExpiresAt === undefined ? "" : ` until ${iso(session.authExpiresAt)}`;
  const state =
    session.state === "signed-in"
      ? `Signed in to "${session.connection}" as ${who}${until}.`
      : `Not signed in to "${session.connection}".`;
  const why = session.message === undefined ? "" : ` ${session.message}`;
  const kept = session.state === "signed-in" ? `The tokens are kept in ${protections[session.protection]}.\n` : "";
  return `${state}${why}\n${kept}`;
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, "") : text));
  return a === b;
}
