/** --template instead of --text: the text of a template, the default values of its variables, and its expected reply. */
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Template } from "#shared/contract/messages/templates.ts";
import { text, type Value } from "../../define-command.ts";
import { t } from "../../text.ts";
import { cliError, usageError } from "../../usage-error.ts";

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

export function textOptions(description: string): {
  readonly text: Value<string | undefined>;
  readonly template: Value<string | undefined>;
} {
  return {
    text: text("<text>", description),
    template: text(
      "<template>",
      t(($) => $.cli.messages.template.option),
    ),
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
 * Merges a template into the options; without one they stay unchanged. `columns` is called only if a variable has a default value: a column
 * of the same name has priority. Throws `template-unknown`, `template-ambiguous`, and `invalid-usage` for a variable that the template does
 * not have.
 */
export async function withTemplate<T extends TextOptions>(
  client: FleetClient,
  options: T,
  columns: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<T> {
  if (options.template === undefined) return options;
  const template = await findTemplate(client, options.template, signal);
  await requireVariables(client, template, options, signal);
  const bound = new Set([...(options.varFrom ?? []), ...(options.var ?? [])].map(([name]) => name));
  const open = template.variables.filter(({ name, standard }) => standard !== undefined && !bound.has(name));
  const listed = new Set(open.length === 0 ? [] : (await columns()).map((column) => column.trim().toLowerCase()));
  const standards = open.flatMap(({ name, standard = "" }): Bound =>
    listed.has(name.toLowerCase()) ? [] : [[name, { value: standard }]],
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
export async function findTemplate(client: FleetClient, named: string, signal: AbortSignal): Promise<Template> {
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
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}
