/** The group `template`: saved message texts. */
import { outcomeDocument, escapeJson, formatFields, iso, labelled } from "../../output.ts";
import { templates as contract, templateSchema, type Template } from "#shared/contract/messages/templates.ts";
import { formatText } from "#shared/texts/text.ts";
import {
  argument,
  choice,
  defineCommand,
  defineList,
  parsed,
  repeated,
  requiredText,
  inputFile,
  text,
  textOr,
  withDefault,
  type Value,
} from "../../define-command.ts";
import { parseMinutes, badValue, usageError, cliError } from "../../option-values.ts";
import { readInputFile } from "../../terminal.ts";
import { type Description, t } from "../../text.ts";
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";

// --template instead of --text: the text of a template, the default values of its variables, and its expected reply.

type Bound = readonly (readonly [string, Binding])[];

export interface TextOptions {
  readonly text?: string;
  readonly template?: string;
  readonly expect?: string;
  readonly replyWithin?: number;
  readonly var?: Bound;
  readonly varFrom?: Bound;
}

export const templateHelp = t(($) => $.cli.campaigns.templateHelp);

export function textOptions(description: Description): {
  readonly text: Value<string | undefined>;
  readonly template: Value<string | undefined>;
} {
  return {
    text: text("<text>", description),
    template: text("<template>", ($) => $.cli.messages.template.option),
  };
}

/** Throws `invalid-usage` unless exactly one of --text and --template is set. */
export function requireText({ text: body, template }: TextOptions): void {
  if (body !== undefined && template !== undefined) {
    throw usageError(t(($) => $.cli.messages.template.textOrTemplate));
  }
  if (body === undefined && template === undefined) throw usageError(t(($) => $.cli.messages.template.textMissing));
}

/**
 * Merges a template into the options; without one they stay unchanged. Throws `template-unknown`, `template-ambiguous`, and
 * `invalid-usage` for a variable that the template does not have.
 */
export async function withTemplate<T extends TextOptions>(
  client: FleetClient,
  options: T,
  signal: AbortSignal,
): Promise<T> {
  if (options.template === undefined) return options;
  const template = await findTemplate(client, options.template, signal);
  await requireVariables(client, template, options, signal);
  const bound = new Set([...(options.varFrom ?? []), ...(options.var ?? [])].map(([name]) => name));
  const standards = template.variables.flatMap(({ name, standard }): Bound =>
    standard === undefined || bound.has(name) ? [] : [[name, { default: standard }]],
  );
  return {
    ...options,
    text: template.text,
    ...(standards.length === 0 ? {} : { var: [...standards, ...(options.var ?? [])] }),
    ...expectOf(template, options),
  };
}

/** A pattern in the options comes with its own time limit, so the template's is ignored. */
function expectOf(
  { expect: savedExpect }: Template,
  { expect, replyWithin }: TextOptions,
): Pick<TextOptions, "expect" | "replyWithin"> {
  if (expect !== undefined || savedExpect === undefined) return {};
  return { expect: savedExpect.pattern, replyWithin: replyWithin ?? savedExpect.withinMinutes };
}

/** Throws `invalid-usage`: with a mistyped name the default value would be sent to all recipients. */
async function requireVariables(
  client: FleetClient,
  { name: template, text: body }: Template,
  { var: values = [], varFrom = [] }: TextOptions,
  signal: AbortSignal,
): Promise<void> {
  const { variables } = await client.planning.variables({ text: body }, signal);
  const strange = [...values, ...varFrom].find(([name]) => !variables.includes(name));
  if (strange === undefined) return;
  const own = variables.filter((name) => !name.startsWith("endpoint."));
  const variablesText =
    own.length === 0
      ? t(($) => $.cli.messages.template.noVariables)
      : t(($) => $.cli.messages.template.variables, { variables: own.join(", ") });
  throw usageError(
    t(($) => $.cli.messages.template.unknownVariable, { template, variable: strange[0], variables: variablesText }),
  );
}

/** The text for one endpoint. Throws `variable-missing` if a variable has no value, or the endpoint lacks the field. */
export async function textFor(
  client: FleetClient,
  { text: body = "", var: values = [] }: TextOptions,
  { endpoint, ...scope }: { readonly connection?: string; readonly endpoint: string },
  signal: AbortSignal,
): Promise<string> {
  const wording = { text: body, bindings: Object.fromEntries(values) };
  const { items } = await client.planning.render({ ...scope, wording, endpoints: [endpoint] }, signal);
  const [item] = items;
  if (item?.text !== undefined) return item.text;
  const missing = item?.missing ?? "";
  const reason = missing.startsWith("endpoint.")
    ? t(($) => $.cli.messages.template.missingField, { field: missing.slice("endpoint.".length), endpoint })
    : t(($) => $.cli.messages.template.unsetVariable, { variable: `{{${missing}}}`, name: missing });
  throw cliError(
    "variable-missing",
    t(($) => $.cli.messages.template.nothingSent, { reason: reason }),
  );
}

/** Throws `template-unknown`, or `template-ambiguous` if several folders have a template of this name. */
async function findTemplate(client: FleetClient, named: string, signal: AbortSignal): Promise<Template> {
  const { templates } = await client.templates.list({}, signal);
  const target = named.trim();
  const byPath = templates.filter(({ folder, name }) => isSame(folder === "" ? name : `${folder}/${name}`, target));
  const byName = templates.filter(({ name }) => isSame(name, target));
  const matches =
    byPath.length > 0 ? byPath : byName.length > 0 ? byName : templates.filter(({ id }) => String(id) === target);
  const [only, other] = matches;
  if (only === undefined)
    throw cliError(
      "template-unknown",
      t(($) => $.cli.messages.template.missing, { name: named }),
    );
  if (other !== undefined) {
    throw cliError(
      "template-ambiguous",
      t(($) => $.cli.messages.template.ambiguous, { count: matches.length, name: named }),
    );
  }
  return only;
}

/** Compares names, ignoring case. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}

// The commands.

const list = defineList({
  path: "template list",
  summary: t(($) => $.cli.messages.template.list),
  examples: ["fleetdesk template list"],
  run: async ({ client, signal }) => ({
    pages: (await client.templates.list({}, signal)).templates,
    footer: (count) => (count === 0 ? t(($) => $.cli.messages.template.empty) : undefined),
  }),
  columns: {
    id: ({ id }) => String(id),
    folder: ({ folder }) => folder,
    name: ({ name }) => name,
    text: (one) => one.text,
  },
  id: ({ id }) => String(id),
  item: templateSchema,
  widest: 60,
});

const get = defineCommand({
  path: "template get",
  summary: t(($) => $.cli.messages.template.show),
  args: { template: argument(($) => $.cli.program.argument.template) },
  examples: ["fleetdesk template get resets/reboot"],
  run: ({ client, signal, args }) => findTemplate(client, args.template, signal),
  json: templateSchema,
  render: describe,
});

const remove = defineCommand({
  path: "template delete",
  summary: t(($) => $.cli.messages.template.remove),
  args: { template: argument(($) => $.cli.program.argument.template) },
  examples: ["fleetdesk template delete resets/reboot"],
  run: async ({ client, signal, args }) => {
    const match = await findTemplate(client, args.template, signal);
    await client.templates.remove({ id: match.id }, signal);
    return match;
  },
  json: outcomeDocument,
  document: ({ id }) => ({ id: String(id), outcome: "deleted" }),
  render: ({ name }) => t(($) => $.cli.messages.template.removed, { name }),
});

interface Variable {
  readonly name: string;
  readonly description: string;
  readonly standard?: string;
}

const save = defineCommand({
  path: "template save",
  summary: t(($) => $.cli.messages.template.save),
  args: { name: argument(($) => $.cli.program.argument.templateName) },
  options: {
    text: requiredText("<text>", ($) => $.cli.messages.template.text),
    folder: textOr("", "<folder>", ($) => $.cli.messages.template.folder),
    notes: textOr("", "<notes>", ($) => $.cli.messages.template.notes),
    expect: text("<pattern>", ($) => $.cli.messages.template.expect),
    replyWithin: parsed("<time>", ($) => $.cli.messages.template.within, parseMinutes),
    variable: repeated("<description>", ($) => $.cli.messages.template.variable, addVariable),
  },
  help: t(($) => $.cli.messages.template.saveHelp, { variable: "{{name}}", field: "{{endpoint.name}}" }),
  examples: [
    "fleetdesk template save reboot --folder resets --text 'REBOOT {{pin}}' --variable 'pin=0000: four digits'",
    "fleetdesk template save status --text 'STATUS' --expect '^OK' --reply-within 30m",
  ],
  prepare: ({ options: { expect, replyWithin } }) => {
    if (expect === undefined && replyWithin !== undefined)
      throw usageError(t(($) => $.cli.messages.send.replyWithinNeedsExpect));
  },
  run: async ({ client, signal, args: { name }, options }) => {
    const { expect: pattern, replyWithin: withinMinutes = 60, variable: variables = [], ...body } = options;
    const { templates } = await client.templates.list({}, signal);
    const before = templates.find((one) => isSame(one.folder, body.folder) && isSame(one.name, name));
    const expect = pattern === undefined ? undefined : { pattern, withinMinutes };
    const saved = await client.templates.save({ ...body, name, variables, expect, id: before?.id }, signal);
    return { ...saved, isNew: before === undefined };
  },
  json: templateSchema,
  render: ({ name, isNew }) =>
    t(($) => (isNew ? $.cli.messages.template.saved : $.cli.messages.template.replaced), { name }),
});

const exportCommand = defineCommand({
  path: "template export",
  summary: t(($) => $.cli.messages.template.export),
  options: {
    out: text("<file>", ($) => $.cli.messages.template.out),
  },
  examples: ["fleetdesk template export --out templates.json"],
  out: ({ out }) => out,
  run: async ({ client, signal, options: { out }, context }) => {
    if (out !== undefined) return await client.templates.exportAs({}, signal);
    // The exported text is a JSON document itself.
    context.terminal.out(escapeJson((await client.templates.exportText({}, signal)).text));
    return undefined;
  },
  json: contract.operations.exportAs.output,
  render: (written, { options: { out = "" } }) =>
    written && t(($) => $.cli.messages.template.written, { count: written.count, file: written.file ?? out }),
});

const importCommand = defineCommand({
  path: "template import",
  summary: t(($) => $.cli.messages.template.import),
  args: { file: inputFile(argument(($) => $.cli.program.argument.templateFile)) },
  options: {
    ifExists: withDefault(
      choice("<action>", ($) => $.cli.messages.template.existing, ["keep", "replace", "rename"]),
      "keep",
    ),
  },
  help: t(($) => $.cli.messages.template.importHelp),
  examples: ["fleetdesk template import templates.json"],
  run: async ({ client, signal, args, options, context }) => {
    const input = await readInputFile(context.terminal, args.file, signal);
    return await client.templates.importText({ text: input, existing: options.ifExists }, signal);
  },
  json: contract.operations.importText.output,
  render: ({ added, replaced, unchanged }) =>
    t(($) => $.cli.messages.template.imported, { count: added, replaced, unchanged }),
  conclude: ({ problems }, { context }) => {
    if (problems.length === 0) return;
    for (const { entry, message } of problems)
      context.terminal.err(t(($) => $.cli.messages.template.entry, { entry, message: formatText(message) }));
    context.endWith("incomplete");
  },
});

/** A default value may contain colons: only one before white space or at the end begins the description. */
function addVariable(text: string, before: Variable[] = []): Variable[] {
  const [, name = "", standard, ...descriptions] = /^([^=:]+)(?:=(.*?)(?::(?:\s+(.*))?)?|:\s*(.*))?$/s.exec(text) ?? [];
  if (name.trim() === "") throw badValue(t(($) => $.cli.messages.template.badVariable));
  return [...before, { name: name.trim(), description: descriptions.find(Boolean) ?? "", standard }];
}

function describe({ id, name, folder, text, variables, expect, notes, updatedAt }: Template): string {
  return formatFields([
    ...labelled({ id: String(id), name, folder: folder === "" ? undefined : folder, text }),
    // In the syntax of --variable.
    ...variables.flatMap(({ name: variable, standard, description }) =>
      labelled({ variable: `${variable}${standard === undefined ? "" : `=${standard}`}: ${description}` }),
    ),
    ...labelled({
      expectedReply:
        expect &&
        t(($) => $.cli.messages.template.expectedWithin, { pattern: expect.pattern, minutes: expect.withinMinutes }),
      notes: notes === "" ? undefined : notes,
      changed: iso(updatedAt),
    }),
  ]);
}

export const templateCommands = [list, get, remove, save, exportCommand, importCommand];
