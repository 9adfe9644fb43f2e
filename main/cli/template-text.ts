/** --template in place of --text: a kept text, the standards of its variables, and the answer it expects. */
import { t } from "./text.ts";
import type { Command } from "commander";
import type { Binding } from "#contract/campaign-schemas.ts";
import type { FleetClient } from "#contract/index.ts";
import type { Template } from "#contract/templates.ts";
import { findTemplate } from "./find-template.ts";
import { cliError, usageError } from "./usage-error.ts";

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

export function addTextOptions(command: Command, what: string): Command {
  return command.option("--text <text>", what).option(
    "--template <template>",
    t(($) => $.cli.messages.template.option),
  );
}

/** Throws `invalid-usage` unless the text is named in one way. */
export function requireText({ text, template }: TextOptions): void {
  if (text !== undefined && template !== undefined) {
    throw usageError(t(($) => $.cli.messages.template.textOrTemplate));
  }
  if (text === undefined && template === undefined) throw usageError(t(($) => $.cli.messages.template.textMissing));
}

/**
 * The options with what their template says put in; without one they stay as they are. `columns` are asked for only where a
 * variable has a standard: a column of that name goes before it. Throws `template-unknown`, `template-ambiguous`, and
 * `invalid-usage` for a value given to a variable that the template does not have.
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

/** A pattern of one's own comes with a time of its own. */
function expectOf(
  { expect: savedExpect }: Template,
  { expect, replyWithin }: TextOptions,
): Pick<TextOptions, "expect" | "replyWithin"> {
  if (expect !== undefined || savedExpect === undefined) return {};
  return { expect: savedExpect.pattern, replyWithin: replyWithin ?? savedExpect.withinMinutes };
}

/** A mistyped name would leave the standard in the text of everybody. */
async function requireVariables(
  client: FleetClient,
  { name: template, text }: Template,
  { var: values = [], varFrom = [] }: TextOptions,
  signal: AbortSignal,
): Promise<void> {
  const { variables } = await client.planning.variables({ text }, signal);
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

/** The text for one endpoint. Throws `variable-missing` where nothing stands for a variable, or the endpoint has no such field. */
export async function textFor(
  client: FleetClient,
  { text = "", var: values = [] }: TextOptions,
  { endpoint, ...scope }: { readonly connection?: string; readonly endpoint: string },
  signal: AbortSignal,
): Promise<string> {
  const wording = { text, bindings: Object.fromEntries(values) };
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
