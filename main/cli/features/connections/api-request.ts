/** api: one request of the operator's own, with the session of a connection. */
import { z } from "zod";
import { connections } from "#shared/contract/connections/connections.ts";
import { type AppError, isAppError } from "#shared/failure.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import { argument, defineCommand, inputFile, parsedArgument, repeated, text } from "../../define-command.ts";
import { escapeJson, formatJson } from "../../output.ts";
import { readInputFile } from "../../terminal.ts";
import { t } from "../../text.ts";
import { badValue, cliError, usageError } from "../../option-values.ts";

const methods = connections.operations.request.input.shape.method.options;
type Pairs = readonly (readonly [name: string, value: string])[];

export const apiCommand = defineCommand({
  path: "api",
  summary: t(($) => $.cli.connections.api.summary),
  args: {
    method: parsedArgument(
      t(($) => $.cli.connections.api.method, { methods: methods.join(", ") }),
      parseMethod,
    ),
    path: argument(($) => $.cli.connections.api.path),
  },
  options: {
    query: repeated("<name=value>", ($) => $.cli.connections.api.query, parsePair),
    field: repeated("<name=value>", ($) => $.cli.connections.api.field, parsePair),
    input: inputFile(text("<file>", ($) => $.cli.connections.api.input)),
  },
  help: t(($) => $.cli.connections.api.help),
  examples: [
    "fleetdesk api GET /api/v1/event/type",
    "fleetdesk api GET /api/v1/endpoint --query q=status:0 --query per_page=10",
    "fleetdesk api PATCH /api/v1/service_profile/901 --field description=Vans",
    "fleetdesk api POST /api/v1/dns --input dns.json",
  ],
  prepare: ({ args: { method }, options: { field, input } }) => {
    if (field !== undefined && input !== undefined) throw usageError(t(($) => $.cli.connections.api.fieldOrInput));
    if (method === "GET" && (field ?? input) !== undefined) throw usageError(t(($) => $.cli.connections.api.noBody));
  },
  run: async ({ client, signal, scope, args: { method, path }, options: { query, field, input }, context }) => {
    const body =
      input === undefined ? bodyOf(field) : requireJson(input, await readInputFile(context.terminal, input, signal));
    const request = { ...scope, method, path: `${path}${queryText(path, query)}`, body };
    try {
      return (await client.connections.request(request, signal)).body;
    } catch (error) {
      if (method === "GET" || !isAppError(error) || !mayBeAccepted(error)) throw error;
      const { message, code: reason, details } = error;
      throw cliError(
        "unknown",
        t(($) => $.cli.connections.api.unknown, { message }),
        { details: { ...details, reason }, cause: error },
      );
    }
  },
  json: z.unknown(),
  // The JSON of the service, exactly as received.
  document: (body, { context: { terminal } }) => {
    if (body !== undefined) terminal.out(`${escapeJson(body.trimEnd())}\n`);
    return undefined;
  },
  render: (body) => (body === undefined ? undefined : `${escapeJson(body.trimEnd())}\n`),
});

/** The process that sends the request for this one may end, or fail, after it was sent. */
function mayBeAccepted(error: AppError): boolean {
  const accepted = error.details?.["accepted"];
  return accepted === undefined ? ["owner-gone", "internal"].includes(error.code) : accepted === "unknown";
}

function parseMethod(name: string): (typeof methods)[number] {
  const method = methods.find((one) => one === name.toUpperCase());
  if (method === undefined) throw badValue(t(($) => $.cli.program.badChoice, { choices: methods.join(", ") }));
  return method;
}

function parsePair(value: string, before: Pairs = []): Pairs {
  const at = value.indexOf("=");
  if (at < 1) throw badValue(t(($) => $.cli.connections.api.badPair));
  return [...before, [value.slice(0, at), value.slice(at + 1)]];
}

function queryText(path: string, query: Pairs = []): string {
  if (query.length === 0) return "";
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${path.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

/** A value that is JSON is sent as it is, digit for digit, any other as text. Of fields with one name the last one counts. */
function bodyOf(fields: Pairs | undefined): string | undefined {
  if (fields === undefined) return undefined;
  const values = new Map(fields.map(([name, value]) => [name, isJson(value) ? value : formatJson(value)]));
  return `{${[...values].map(([name, value]) => `${formatJson(name)}:${value}`).join(",")}}`;
}

function isJson(text: string): boolean {
  return tryParseJson(text) !== undefined;
}

function requireJson(file: string, body: string): string {
  if (!isJson(body)) throw usageError(t(($) => $.cli.connections.api.inputNotJson, { file }));
  return body;
}
