/** The group `connection`, session and sign-out. */
import { z } from "zod";
import {
  connections as contract,
  connectionSchema,
  type ConnectionOptions,
  badgeColourSchema,
  type Secret,
} from "#shared/contract/connections/connections.ts";
import { diagnostics, type HopResult } from "#shared/contract/diagnostics.ts";
import { sessionStateSchema, type SessionState } from "#shared/contract/connections/session.ts";
import { isAppError } from "#shared/failure.ts";
import { hopNames } from "#shared/rules/hop-names.ts";
import { formatText } from "#shared/texts/text.ts";
import { cliError, labelOf, usageError, badValue } from "../../option-values.ts";
import { withConfirmOption } from "../../confirm-option.ts";
import { argument, defineCommand, defineList, flag, optionalArgument, repeated, text } from "../../define-command.ts";
import { outcomeDocument, formatItems, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { normalizeSenderNumber, senderProblem } from "#shared/rules/sender-number.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import type { Terminal } from "../../terminal.ts";

const list = defineList({
  path: "connection list",
  summary: t(($) => $.cli.connections.list.summary),
  examples: ["fleetdesk connection list --json"],
  readsCache: () => true,
  run: async ({ client, signal }) => {
    const { connections } = await client.connections.list({}, signal);
    return {
      pages: connections,
      footer: (count) => (count === 0 ? t(($) => $.cli.connections.list.empty) : undefined),
    };
  },
  columns: {
    current: ["", ({ current }) => (current ? "*" : "")],
    name: ({ name }) => name,
    baseUrl: ({ baseUrl }) => baseUrl,
    kind: [t(($) => $.cli.headings.signIn), ({ kind }) => labelOf(kind)],
  },
  id: ({ name }) => name,
  item: connectionSchema,
  widest: 80,
});

const addSettings = (value: string, before: Settings = {}): Settings => ({ ...before, ...parseSettings(value) });

const create = defineCommand({
  path: "connection create",
  summary: t(($) => $.cli.connections.connect.summary),
  args: { name: argument(($) => $.cli.program.argument.connection) },
  options: {
    baseUrl: text("<url>", ($) => $.cli.connections.connect.baseUrl),
    set: repeated("<key=value>", ($) => $.cli.connections.connect.set, addSettings),
    insecure: flag(($) => $.cli.connections.connect.insecure),
  },
  help: t(($) => $.cli.connections.connect.help),
  examples: [
    "fleetdesk simulator > line.json &          # then, with its output:",
    "fleetdesk connection create practice < line.json",
    "fleetdesk connection create office --base-url https://cdn.emnify.net < token.json",
    "fleetdesk connection create office --base-url https://cdn.emnify.net --set ceiling=1000/300 --set separator=space < token.json",
  ],
  prepare: async ({ options, context }) => {
    const credentials = await parseSecretAndAddress(context.terminal);
    const baseUrl = options.baseUrl ?? credentials.baseUrl;
    if (baseUrl === undefined) throw usageError(t(($) => $.cli.connections.connect.baseUrlMissing));
    return { baseUrl, secret: credentials.secret };
  },
  run: async ({ client, signal, args: { name }, options: { set, insecure }, context }, { baseUrl, secret }) => {
    const { connections } = await client.connections.list({}, signal);
    // Signing in again keeps the options of the connection; a different address may be a different service, so its options start empty.
    const existing = connections.find((one) => one.name === name && isSameAddress(one.baseUrl, baseUrl));
    if ("username" in secret) context.terminal.err(t(($) => $.cli.connections.connect.deprecated));
    const input = { name, baseUrl, secret, options: { ...existing?.options, ...set }, allowUnencrypted: insecure };
    try {
      return await withConfirmOption(client.connections.connect(input, signal));
    } catch (error) {
      if (!isAppError(error) || error.details?.["kind"] !== "offline" || error.code === "proxy-sign-in") throw error;
      // The connection is not saved, so its address is tested.
      const { code, message, details } = error;
      const text = t(($) => $.cli.connections.connect.testAddress, { message, baseUrl });
      throw cliError(code, text, { details, cause: error });
    }
  },
  json: contract.operations.connect.output,
  render: ({ connection: { name, baseUrl }, session }) =>
    t(($) => $.cli.connections.connect.done, { name, baseUrl, session: describeSession(session) }),
});

const use = defineCommand({
  path: "connection use",
  summary: t(($) => $.cli.connections.use.summary),
  args: { name: argument(($) => $.cli.program.argument.connection) },
  help: t(($) => $.cli.connections.use.help),
  examples: ["fleetdesk connection use office"],
  run: async ({ client, signal, args: { name } }) => {
    await client.connections.use({ connection: name }, signal);
    return await client.connections.get({ connection: name }, signal);
  },
  json: connectionSchema,
  render: ({ name }) => t(($) => $.cli.connections.use.done, { name }),
});

const update = defineCommand({
  path: "connection update",
  summary: t(($) => $.cli.connections.set.summary),
  args: { name: argument(($) => $.cli.program.argument.connection) },
  options: {
    set: repeated("<key=value>", ($) => $.cli.connections.set.option, addSettings),
  },
  examples: ["fleetdesk connection update office --set ceiling=1000/300"],
  prepare: ({ options: { set } }) => {
    if (set === undefined) throw usageError(t(($) => $.cli.connections.set.missing));
    return set;
  },
  run: ({ client, signal, args }, options) => client.connections.setOptions({ connection: args.name, options }, signal),
  json: connectionSchema,
  render: ({ name }) => t(($) => $.cli.connections.set.done, { name }),
});

const remove = defineCommand({
  path: "connection delete",
  summary: t(($) => $.cli.connections.delete.summary),
  help: t(($) => $.cli.connections.delete.help),
  args: { name: argument(($) => $.cli.program.argument.connection) },
  examples: ["fleetdesk connection delete office"],
  run: async ({ client, signal, args: { name }, context }) => {
    await client.connections.delete({ connection: name }, signal);
    const { listBackups } = await import("../../../app/create-app.ts");
    return { id: name, outcome: "deleted", backups: listBackups(context.globals().dataDir).length };
  },
  json: outcomeDocument.extend({ backups: z.number().int() }),
  render: ({ id: name, backups }) => {
    const deleted = t(($) => $.cli.connections.delete.done, { name });
    return backups === 0 ? deleted : `${deleted}${t(($) => $.cli.connections.delete.backups, { count: backups })}`;
  },
});

const test = defineCommand({
  path: "connection test",
  summary: t(($) => $.cli.connections.test.summary),
  args: { name: optionalArgument(($) => $.cli.program.argument.connection) },
  options: {
    baseUrl: text("<url>", ($) => $.cli.connections.test.baseUrl),
    signIn: flag(($) => $.cli.connections.test.signIn),
    insecure: flag(($) => $.cli.connections.connect.insecure),
  },
  help: t(($) => $.cli.connections.test.help),
  examples: [
    "fleetdesk connection test --base-url https://cdn.emnify.net",
    "fleetdesk connection test office",
    "fleetdesk connection test --base-url https://cdn.emnify.net --sign-in < token.json",
  ],
  core: "no-database",
  prepare: async ({ args, options: { signIn }, context }) => {
    if (signIn && args.name !== undefined) throw usageError(t(($) => $.cli.connections.test.both));
    return signIn ? await parseSecret(context.terminal) : undefined;
  },
  run: async ({ client, signal, args, options: { baseUrl, insecure }, scope }, secret) => {
    // An address alone is tested without a connection; a connection is tested if it was named, or if no address was given.
    const named = args.name ?? (baseUrl === undefined ? scope.connection : undefined);
    const usesConnection = secret === undefined && (named !== undefined || baseUrl === undefined);
    const saved =
      usesConnection || baseUrl === undefined ? await client.connections.get({ connection: named }, signal) : undefined;
    const connection = usesConnection ? saved?.name : undefined;
    const address = baseUrl ?? saved?.baseUrl ?? "";
    return await client.diagnostics.testConnection(
      { baseUrl: address, allowUnencrypted: insecure, secret, connection },
      signal,
    );
  },
  json: diagnostics.operations.testConnection.output,
  render: ({ hops }) => describeHops(hops),
  conclude: ({ works }, { context }) => {
    if (!works) context.endWith("test-failed");
  },
});

const marks: Readonly<Record<HopResult["result"], string>> = {
  ok: t(($) => $.cli.connections.test.resultOk),
  warning: t(($) => $.cli.connections.test.resultWarning),
  failed: t(($) => $.cli.connections.test.resultFailed),
  skipped: "-",
};

function describeHops(hops: readonly HopResult[]): string {
  return formatItems<HopResult>(
    {
      step: ({ hop }) => hopNames[hop],
      result: ({ result }) => marks[result],
      message: ({ message }) => formatText(message),
      code: ({ code }) => code,
    },
    hops,
    300,
  );
}

const session = defineCommand({
  path: "session",
  summary: t(($) => $.cli.connections.session.summary),
  examples: ["fleetdesk session --connection office"],
  run: ({ client, signal, scope }) => client.session.get(scope, signal),
  json: sessionStateSchema,
  render: describeSession,
});

const signOut = defineCommand({
  path: "sign-out",
  summary: t(($) => $.cli.connections.signOut.summary),
  examples: ["fleetdesk sign-out --connection office"],
  run: ({ client, signal, scope }) => client.session.signOut(scope, signal),
  json: sessionStateSchema,
  render: describeSession,
});

export const connectionCommands = [list, create, use, update, remove, test, session, signOut];

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
  const reason = message === undefined || message.code === "session-signed-out" ? "" : ` ${formatText(message)}`;
  return `${first}${reason}\n${state === "signed-in" ? protections[protection] : ""}`;
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, "") : text));
  return a === b;
}

// `--set key=value` of `connection create`.

type Settings = Partial<ConnectionOptions>;

const choices = {
  separator: ["nbsp", "space", "auto"],
  quotaPath: ["literal", "prefixed", "auto"],
  filterNames: ["spec", "live", "auto"],
  sourceAddress: ["number", "text", "auto"],
  smsAutoRefill: ["number", "boolean", "auto"],
  environment: ["test", "production"],
  colour: [...badgeColourSchema.options, "auto"],
  "read-only": ["yes", "no"],
} as const;

const names = ["reconcileAfterMs", "ceiling", "daily-budget", "default-sender", ...Object.keys(choices)].join(", ");

/** Parses one setting. Throws commander's error with the expected values. */
export function parseSettings(text: string): Settings {
  const at = text.indexOf("=");
  const key = text.slice(0, Math.max(at, 0)).trim();
  const value = text.slice(at + 1).trim();
  if (at < 1) throw badValue(t(($) => $.cli.connections.setting.format));
  if (key === "reconcileAfterMs") return { reconcileAfterMs: milliseconds(value) };
  if (key === "daily-budget") return { dailyBudget: dailyBudget(value) };
  if (key === "default-sender") return { defaultSender: defaultSender(value) };
  if (key === "ceiling") return { ceiling: ceiling(value) };
  if (!Object.hasOwn(choices, key)) throw badValue(t(($) => $.cli.connections.setting.unknown, { key, names }));
  const allowed: readonly string[] = choices[key as keyof typeof choices];
  if (!allowed.includes(value))
    throw badValue(t(($) => $.cli.connections.setting.oneOf, { key, values: allowed.join(", ") }));
  return key === "read-only" ? { readOnly: value === "yes" } : { [key]: value };
}

function milliseconds(value: string): number {
  if (/^\d{1,12}$/.test(value)) return Number(value);
  throw badValue(t(($) => $.cli.connections.setting.grace));
}

function dailyBudget(value: string): ConnectionOptions["dailyBudget"] {
  if (value === "none") return "none";
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw badValue(t(($) => $.cli.connections.setting.dailyBudget));
}

function defaultSender(value: string): ConnectionOptions["defaultSender"] {
  if (value === "none") return "none";
  const problem = senderProblem(value);
  if (problem !== undefined) throw badValue(formatText(problem));
  return normalizeSenderNumber(value);
}

function ceiling(value: string): ConnectionOptions["ceiling"] {
  if (value === "none") return "none";
  const [, requests = "", seconds = ""] = /^(\d{1,9})\/(\d{1,6}(?:\.\d+)?)$/.exec(value) ?? [];
  if (Number(requests) < 1 || !(Number(seconds) > 0)) {
    throw badValue(t(($) => $.cli.connections.setting.ceiling));
  }
  return { requests: Number(requests), seconds: Number(seconds) };
}

// The secret of `connection create`: read from standard input only, so it never appears in a process list or a shell
// history.

/** Shapes accepted on standard input. */
export const secretShapes = '{"application_token":"…"} or {"username":"…","password":"…","portal":true}';

/** Throws `invalid-usage`; messages never contain any of the input except names of keys. `shapes`: the ones that the caller accepts. */
export async function parseSecret(terminal: Terminal, shapes = secretShapes): Promise<Secret> {
  return secretOf(await readInput(terminal, shapes), shapes);
}

/** As `parseSecret`; also accepts the line that the simulator prints, which contains its address. */
async function parseSecretAndAddress(
  terminal: Terminal,
): Promise<{ readonly secret: Secret; readonly baseUrl?: string }> {
  const input = await readInput(terminal, secretShapes);
  const { baseUrl, applicationToken } = input;
  if (typeof baseUrl !== "string" || typeof applicationToken !== "string")
    return { secret: secretOf(input, secretShapes) };
  return { secret: { applicationToken: requireText("applicationToken", applicationToken) }, baseUrl };
}

async function readInput(terminal: Terminal, shapes: string): Promise<Readonly<Record<string, unknown>>> {
  if (terminal.stdinIsTerminal) throw usageError(t(($) => $.cli.connections.secret.notPiped, { shapes }));
  const text = (await terminal.readStdin()).trim();
  if (text === "") throw usageError(t(($) => $.cli.connections.secret.empty, { shapes }));
  return parseObject(text, shapes);
}

function parseObject(text: string, shapes: string): Readonly<Record<string, unknown>> {
  const value = tryParseJson(text);
  if (value === undefined) throw usageError(t(($) => $.cli.connections.secret.notJson, { shapes }));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw usageError(t(($) => $.cli.connections.secret.notObject, { shapes }));
  }
  return value as Readonly<Record<string, unknown>>;
}

function secretOf(input: Readonly<Record<string, unknown>>, shapes: string): Secret {
  const { application_token: applicationToken, username, password, portal, ...rest } = input;
  const [unknownKey] = Object.keys(rest);
  if (unknownKey !== undefined)
    throw usageError(t(($) => $.cli.connections.secret.unknownKey, { key: unknownKey, shapes }));
  const byUser = username !== undefined || password !== undefined || portal !== undefined;
  if (applicationToken !== undefined && byUser) throw usageError(t(($) => $.cli.connections.secret.both));
  if (applicationToken !== undefined) return { applicationToken: requireText("application_token", applicationToken) };
  if (!byUser) throw usageError(t(($) => $.cli.connections.secret.missing, { shapes }));
  if (portal !== undefined && typeof portal !== "boolean") throw usageError(t(($) => $.cli.connections.secret.portal));
  return {
    username: requireText("username", username),
    password: requireText("password", password),
    portal: portal ?? true,
  };
}

function requireText(key: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw usageError(t(($) => $.cli.connections.secret.emptyValue, { key }));
}
