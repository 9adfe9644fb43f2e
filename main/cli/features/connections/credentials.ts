/** The secret of `connection create`: read from standard input only, so it never appears in a process list or a shell history. */
import { t } from "../../text.ts";
import type { Secret } from "#shared/contract/connections/connections.ts";
import type { Terminal } from "../../terminal.ts";
import { usageError } from "../../usage-error.ts";

/** Shapes accepted on standard input. */
export const secretShapes = '{"application_token":"…"} or {"username":"…","password":"…","portal":true}';

/** Throws `invalid-usage`; messages never contain any of the input except names of keys. */
export async function parseSecret(terminal: Terminal): Promise<Secret> {
  return secretOf(await readInput(terminal));
}

/** As `parseSecret`; also accepts the line that the simulator prints, which contains its address. */
export async function parseSecretAndAddress(
  terminal: Terminal,
): Promise<{ readonly secret: Secret; readonly baseUrl?: string }> {
  const input = await readInput(terminal);
  const { baseUrl, applicationToken } = input;
  if (typeof baseUrl !== "string" || typeof applicationToken !== "string") return { secret: secretOf(input) };
  return { secret: { applicationToken: requireText("applicationToken", applicationToken) }, baseUrl };
}

async function readInput(terminal: Terminal): Promise<Readonly<Record<string, unknown>>> {
  if (terminal.stdinIsTerminal) throw usageError(t(($) => $.cli.connections.secret.notPiped, { shapes: secretShapes }));
  const text = (await terminal.readStdin()).replace(/^\uFEFF/, "").trim();
  if (text === "") throw usageError(t(($) => $.cli.connections.secret.empty, { shapes: secretShapes }));
  return parseObject(text);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would contain a part of the secret.
    throw usageError(t(($) => $.cli.connections.secret.notJson, { shapes: secretShapes }));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw usageError(t(($) => $.cli.connections.secret.notObject, { shapes: secretShapes }));
  }
  return value as Readonly<Record<string, unknown>>;
}

function secretOf(input: Readonly<Record<string, unknown>>): Secret {
  const { application_token: applicationToken, username, password, portal, ...rest } = input;
  const [unknownKey] = Object.keys(rest);
  if (unknownKey !== undefined)
    throw usageError(t(($) => $.cli.connections.secret.unknownKey, { key: unknownKey, shapes: secretShapes }));
  const byUser = username !== undefined || password !== undefined || portal !== undefined;
  if (applicationToken !== undefined && byUser) throw usageError(t(($) => $.cli.connections.secret.both));
  if (applicationToken !== undefined) return { applicationToken: requireText("application_token", applicationToken) };
  if (!byUser) throw usageError(t(($) => $.cli.connections.secret.missing, { shapes: secretShapes }));
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
