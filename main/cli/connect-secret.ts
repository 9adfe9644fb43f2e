/** The secret of `connect`: read from standard input only, so that it stands in no process list and no shell history. */
import type { Secret } from "#contract/connections.ts";
import type { Terminal } from "./terminal.ts";
import { usageError } from "./usage-error.ts";

const shapes = '{"application_token":"…"} or {"username":"…","password":"…","portal":true}';

/** Throws `invalid-usage`; no message repeats anything that was read except names of keys. */
export async function parseSecret(terminal: Terminal): Promise<Secret> {
  return secretOf(await readGiven(terminal));
}

/** The same, or the line that the simulator prints, which says where it is, too. */
export async function parseSecretAndPlace(
  terminal: Terminal,
): Promise<{ readonly secret: Secret; readonly baseUrl?: string }> {
  const given = await readGiven(terminal);
  const { baseUrl, applicationToken } = given;
  if (typeof baseUrl !== "string" || typeof applicationToken !== "string") return { secret: secretOf(given) };
  return { secret: { applicationToken: words("applicationToken", applicationToken) }, baseUrl };
}

async function readGiven(terminal: Terminal): Promise<Readonly<Record<string, unknown>>> {
  if (terminal.stdinIsTerminal) throw usageError(`Pipe the secret in as JSON: ${shapes}.`);
  const text = (await terminal.readStdin()).replace(/^\uFEFF/, "").trim();
  if (text === "") throw usageError(`Standard input is empty; the secret is expected there as JSON: ${shapes}.`);
  return parseObject(text);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would repeat a part of the secret.
    throw usageError(`Standard input is not JSON; expected is ${shapes}.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw usageError(`Standard input is not a JSON object; expected is ${shapes}.`);
  }
  return value as Readonly<Record<string, unknown>>;
}

function secretOf(given: Readonly<Record<string, unknown>>): Secret {
  const { application_token: applicationToken, username, password, portal, ...rest } = given;
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined)
    throw usageError(`The secret has a key "${stranger}" that is not known; expected is ${shapes}.`);
  const byUser = username !== undefined || password !== undefined || portal !== undefined;
  if (applicationToken !== undefined && byUser)
    throw usageError("The secret is either an application token or a user name with a password, not both.");
  if (applicationToken !== undefined) return { applicationToken: words("application_token", applicationToken) };
  if (!byUser) throw usageError(`The secret is empty; expected is ${shapes}.`);
  if (portal !== undefined && typeof portal !== "boolean")
    throw usageError('The value of "portal" must be true or false.');
  return { username: words("username", username), password: words("password", password), portal: portal ?? true };
}

function words(key: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw usageError(`The value of "${key}" must be a text that is not empty.`);
}
